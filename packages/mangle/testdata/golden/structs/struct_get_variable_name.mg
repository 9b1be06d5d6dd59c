# fn:struct:get with a variable for the name of the field
Decl s(S) bound [fn:Struct(/x, /number)].
s({/x : 1}). k(/x).
q(V) :- s(S), k(K), V = fn:struct:get(S, K).
