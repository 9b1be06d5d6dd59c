Decl age(Who, Years) bound [/name, /number].
age(/ann, "30").
