count_of(/a, 3).
many(X) :- N > 0, count_of(X, N).
