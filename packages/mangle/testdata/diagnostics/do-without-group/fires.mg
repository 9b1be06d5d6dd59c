sale(/a, 10).
total(T) :- sale(_, S) |> do fn:sum(S), let T = fn:sum(S).
