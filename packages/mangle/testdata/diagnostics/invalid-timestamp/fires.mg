Decl p(X) temporal bound [/number].
p(1)@[2024-13-01].
