p(1).
q(2).
r(X) :- p(X).
r(X) :- q(X).
