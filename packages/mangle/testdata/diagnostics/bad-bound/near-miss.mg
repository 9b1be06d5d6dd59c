Decl edge(From, To) bound [/name, fn:List(/name)].
edge(/a, [/b]).
