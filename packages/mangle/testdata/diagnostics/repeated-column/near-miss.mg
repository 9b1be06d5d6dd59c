Decl edge(From, To) bound [/name, /name].
edge(/a, /b).
