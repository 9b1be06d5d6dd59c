edge(/a, /b).
edge(/b, /c).
edge(/a, /b).
linked(X, Y) :- edge(X, Y).
