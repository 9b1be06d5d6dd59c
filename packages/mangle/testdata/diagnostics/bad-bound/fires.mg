Decl edge(From, To) bound [/name, fn:List()].
edge(/a, [/b]).
