edge(/a, /b).
edge(/b, /c).
steps(X, Y, 1) :- edge(X, Y).
steps(X, Z, M) :- steps(X, Y, N), edge(Y, Z), N < 10, M = fn:plus(N, 1).
