Decl age(Who, Years) bound [/name, /number].
age(/ann, 30).
odd(X) :- age(X, A), T = fn:number:to_string(A), :string:contains(T, "3").
