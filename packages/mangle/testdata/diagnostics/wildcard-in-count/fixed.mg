Decl sale(Day, Shop, Sum) bound [/number, /name, /number].
sale(1, /north, 10).
sale(1, /south, 10).
total(Day, T) :- sale(Day, Shop, Sum) |> do fn:group_by(Day), let T = fn:sum(Sum).
