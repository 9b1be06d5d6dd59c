Decl age(Who, Years) bound [/name, /number].
Decl label(Text) bound [/string].
age(/ann, 30).
label("30").
both(X, Y) :- age(_, X), label(Y), Y = fn:number:to_string(X).
