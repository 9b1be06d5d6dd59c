sale(/a, 10).
total(K, D) :- sale(K, S) |> do fn:group_by(K), let T = fn:sum(S), let D = fn:mult(T, 2).
