sale(/a, 10).
total(K, T) :- sale(K, S) |> do fn:group_by(K), let T = fn:sum(Price).
