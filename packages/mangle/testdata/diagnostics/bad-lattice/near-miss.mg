Decl best(Who, Points) descr [fundep([Who], [Points]), merge([Points], "larger")] bound [/name, /number].
Decl larger(Old, New, Result) descr [mode("+", "+", "-"), deferred()] bound [/number, /number, /number].
larger(A, B, A) :- B <= A.
larger(A, B, B) :- A < B.
best(/ann, 3).
