sale(1, 10).
sale(2, 20).
total(T) :- sale(_, S) |> do fn:group_by(), let T = fn:Sum(S).
double(X, Y) :- sale(X, S), Y = fn:times(S, 2).
