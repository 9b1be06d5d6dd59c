sale(/a, 10).
twice(K, S) :- sale(K, S) |> let S = fn:mult(S, 2).
