Decl age(Who, Years) bound [/name, /number].
age(/ann, 30).
odd(X) :- age(X, A), :string:contains(A, "3").
