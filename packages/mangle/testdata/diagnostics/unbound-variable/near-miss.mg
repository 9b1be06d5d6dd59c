person(/ann, 30).
limit(20).
older(X) :- A > Limit, person(X, A), limit(Limit).
