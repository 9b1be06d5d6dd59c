count_of(/a, 3).
many(X) :- count_of(X, N), N > 0.
