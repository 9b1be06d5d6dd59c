Decl edge(From, To).
edge(/a, /b).
