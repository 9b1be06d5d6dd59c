p(1).
q(Y) :- p(X) |> let Y = X.
