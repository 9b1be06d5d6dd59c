p(1).
q(Y) :- p(X) |> let Y = fn:plus(X, 0).
