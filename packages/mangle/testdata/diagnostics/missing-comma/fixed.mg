p(1, 2).
q(X) :- p(X, Y), p(Y, X).
