Decl edge(From, To) bound [/name].
edge(/a, /b).
