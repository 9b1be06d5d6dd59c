# a stored predicate with a + argument that nothing else binds
Decl e(X, Y) descr [mode("+", "-")] bound [/name, /name].
e(/a, /b). e(/b, /c).
q(X, Y) :- e(X, Y).
