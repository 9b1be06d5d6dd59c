p(1).
q(1).
r(X) :- p(X) and q(X).
