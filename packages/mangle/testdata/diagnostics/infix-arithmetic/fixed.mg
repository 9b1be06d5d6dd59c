pair(1, 2).
total(T) :- pair(A, B), T = fn:plus(A, B).
