edge(/a, /b).
linked(X, Y) :- edge(X, Y).
linked(X, Y) :- linked(Y, X).
