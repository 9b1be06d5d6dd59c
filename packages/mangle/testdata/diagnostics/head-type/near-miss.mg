Decl label(Text) bound [/string].
Decl age(Who, Years) bound [/name, /number].
age(/ann, 30).
label(T) :- age(_, A), T = fn:number:to_string(A).
