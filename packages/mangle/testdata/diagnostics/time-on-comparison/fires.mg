p(1).
q(X) :- p(X), X@[now] = 1.
