seed(1).
pair(X, Y) :- X = fn:plus(Y, 1), Y = fn:minus(Z, 1), seed(Z).
