sale(1, 10).
sale(2, 20).
total(T) :- sale(_, S) |> do fn:group_by(), let T = fn:sum(S).
double(X, Y) :- sale(X, S), Y = fn:mult(S, 2).
