seed(1).
pair(X, Y) :- seed(_), X = fn:plus(Y, 1), Y = fn:minus(X, 1).
