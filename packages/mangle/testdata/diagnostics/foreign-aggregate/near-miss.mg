p(1).
total(N) :- p(X) |> do fn:group_by(), let N = fn:count().
