sale(/a, 10).
total(T) :- sale(K, S) |> do fn:group_by(), let T = fn:sum(S).
