edge(/a, /b).
edge(/b, /c).
edge(/b, /a).
edge(/a, "b").
linked(X, Y) :- edge(X, Y).
