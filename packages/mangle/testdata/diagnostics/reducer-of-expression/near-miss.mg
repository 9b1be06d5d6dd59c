sale(/a, 10).
total(T) :- sale(K, S), V = fn:plus(S, 1) |> do fn:group_by(), let T = fn:sum(V).
