Decl query(Id, Text, Lang) bound [/number, /string, /name].
query(1, "all", /en).
known(I) :- query(I, _, _).
