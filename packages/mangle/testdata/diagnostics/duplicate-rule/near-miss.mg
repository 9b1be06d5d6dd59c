edge(/a, /b).
linked(X, Y) :- edge(X, Y).
linked(X, Y) :- edge(Y, X).
