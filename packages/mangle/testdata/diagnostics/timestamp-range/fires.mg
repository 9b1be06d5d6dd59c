Decl p(X) temporal bound [/number].
p(1)@[1500-01-01].
