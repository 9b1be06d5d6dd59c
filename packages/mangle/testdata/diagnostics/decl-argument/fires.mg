Decl edge(from, to).
