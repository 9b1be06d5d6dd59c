sale(/a, 10).
total(T) :- sale(_, S) |> let T = fn:count().
