pair(1, 2).
pair(3, 3).
different(X, Y) :- pair(X, Y), X != Y.
same(X, Y) :- X = Y, pair(X, Y).
