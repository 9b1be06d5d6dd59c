Decl sale(Day, Shop, Sum, Note) bound [/number, /name, /number, /string].
sale(1, /north, 10, "").
sale(1, /south, 10, "late").
total(Day, T) :- sale(Day, Shop, Sum, Note) |> do fn:group_by(Day), let T = fn:sum(Sum).
visit(/ann, /shop).
visits(Who, N) :- visit(Who, Other) |> do fn:group_by(Who), let N = fn:count().
