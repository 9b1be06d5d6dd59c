p(1).
small(X) :- p(X), X <= 3.
one(X) :- p(X), X = 1.
other(X) :- p(X), X != 1.
