Decl edge(From, To) bound [/name, /name].
Decl ready().
edge(/a, /b).
ready().
