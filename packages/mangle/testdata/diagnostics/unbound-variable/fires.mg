person(/ann, 30).
older(X) :- person(X, A), A > Limit.
