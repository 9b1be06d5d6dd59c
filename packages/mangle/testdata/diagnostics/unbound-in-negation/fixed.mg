person(/ann).
permit(/bob, /door).
denied(X) :- person(X), !permit(X, _).
