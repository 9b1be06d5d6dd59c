Decl linked(From, To) temporal bound [/name, /name].
Decl reached(From, To) temporal bound [/name, /name].
linked(/a, /b)@[2024-01-01, 2024-02-01].
reached(X, Y)@[S, E] :- linked(X, Y)@[S, E].
reached(X, Z)@[S, E] :- reached(X, Y)@[S, E], linked(Y, Z)@[S, E].
