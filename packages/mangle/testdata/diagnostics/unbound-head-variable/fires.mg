person(/ann, 30).
rank(X, Score) :- person(X, _).
