# fn:float:sum takes no numbers
n(1).
q(M) :- n(X) |> do fn:group_by(), let M = fn:float:sum(X).
