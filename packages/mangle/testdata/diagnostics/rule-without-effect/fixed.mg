edge(/a, /b).
linked(X, Y) :- edge(X, Y).
