# :match_field with a variable for the name of the field
Decl s(S) bound [fn:Struct(/x, /number)].
s({/x : 1}). k(/x). k(/y).
q(V) :- s(S), k(K), :match_field(S, K, V).
