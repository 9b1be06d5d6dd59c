Decl p(X) temporal bound [/number].
p(1)@[2024-01-01].
q(X) :- <-[0d, 1h30m] p(X).
