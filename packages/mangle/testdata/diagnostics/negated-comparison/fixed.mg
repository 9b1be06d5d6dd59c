p(1).
other(X) :- p(X), X != 1.
