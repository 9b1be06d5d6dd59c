Decl age(Who, Years) bound [/name, /number].
Decl label(Text) bound [/string].
age(/ann, 30).
label("30").
both(X) :- age(_, X), label(X).
