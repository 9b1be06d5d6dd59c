Decl edge(From, To) bound [/name, /any].
edge(/a, /b).
