number(0).
number(Y) :- number(X), X < 100, Y = fn:plus(X, 1).
