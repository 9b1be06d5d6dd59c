edge(/a, /b).
linked(X, Y) :- edge(X, Y).
linked(A, B) :- edge(A, B).
