likes(/ann, _).
person(/ann, 30).
known(P, _) :- person(P, _).
