Decl edge(From, To).
