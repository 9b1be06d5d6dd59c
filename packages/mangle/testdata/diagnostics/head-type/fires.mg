Decl label(Text) bound [/string].
Decl age(Who, Years) bound [/name, /number].
age(/ann, 30).
label(A) :- age(_, A).
