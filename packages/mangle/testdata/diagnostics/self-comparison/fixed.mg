pair(1, 2).
pair(3, 3).
different(X, Y) :- pair(X, Y), X != X.
same(X, Y) :- pair(X, Y).
