person(/ann, 30).
known(P) :- person(P, _).
