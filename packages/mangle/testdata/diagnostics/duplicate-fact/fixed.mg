edge(/a, /b).
edge(/b, /c).
linked(X, Y) :- edge(X, Y).
