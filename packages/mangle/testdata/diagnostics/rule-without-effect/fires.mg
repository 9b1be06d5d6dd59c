edge(/a, /b).
linked(X, Y) :- edge(X, Y).
linked(X, Y) :- linked(X, Y), edge(Y, _).
