sale(/a, /north, 10).
total(K, Shop, T) :- sale(K, Shop, S) |> do fn:group_by(K), let T = fn:sum(S).
