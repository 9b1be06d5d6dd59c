pair(1, 2).
more(A) :- pair(A, B), A < B.
