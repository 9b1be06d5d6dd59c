sale(/a, 10).
twice(K, T) :- sale(K, S) |> let T = fn:mult(S, 2).
