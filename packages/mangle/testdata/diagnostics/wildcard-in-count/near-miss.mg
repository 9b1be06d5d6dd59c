# A maximum does not depend on the number of rows, and the rows of one atom are its facts.
Decl sale(Day, Shop, Sum) bound [/number, /name, /number].
sale(1, /north, 10).
sale(1, /south, 10).
open(1).
best(Day, T) :- open(Day), sale(Day, _, Sum) |> do fn:group_by(Day), let T = fn:max(Sum).
sales(Day, N) :- sale(Day, _, _) |> do fn:group_by(Day), let N = fn:count().
total(Day, T) :- open(Day), sale(Day, Shop, Sum) |> do fn:group_by(Day), let T = fn:sum(Sum).
