person(/ann, 30).
known(P) :- person(P, _).
aged(P, Age) :- person(P, Age).
how_many(N) :- person(P, Age) |> do fn:group_by(), let N = fn:count().
