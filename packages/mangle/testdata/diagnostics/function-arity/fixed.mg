sale(1, 10).
half(X, Y) :- sale(X, S), Y = fn:list:get([S]).
many(N) :- sale(X, S) |> do fn:group_by(), let N = fn:count().
