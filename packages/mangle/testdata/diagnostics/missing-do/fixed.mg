p(/a, 1).
total(K, N) :- p(K, X) |> do fn:group_by(K), let N = fn:sum(X).
