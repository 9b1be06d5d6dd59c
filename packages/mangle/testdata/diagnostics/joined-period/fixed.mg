item(/tea).
Decl other(X).
