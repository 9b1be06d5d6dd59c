Decl tick(N) temporal bound [/number].
Decl soon(N) temporal bound [/number].
tick(0)@[2024-01-01].
soon(N)@[now] :- <+[0d, 1d] tick(N).
