number(0).
number(Y) :- number(X), Y = fn:plus(X, 1).
