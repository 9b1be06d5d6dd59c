Decl sale(Day, Shop, Sum, Note) bound [/number, /name, /number, /string].
sale(1, /north, 10, "").
sale(1, /south, 10, "late").
open(1).
total(Day, T) :- open(Day), sale(Day, Shop, Sum, Note) |> do fn:group_by(Day), let T = fn:sum(Sum).
visit(/ann, /shop).
member(/ann).
visits(Who, N) :- member(Who), visit(Who, Other) |> do fn:group_by(Who), let N = fn:count().
