Decl p(X) temporal bound [/number].
p(1)@[2024-01-01].
q(X) :- <-[0d, 90m] p(X).
