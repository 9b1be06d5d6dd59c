Decl p(X) temporal bound [/number].
p(1)@[1700-01-01].
