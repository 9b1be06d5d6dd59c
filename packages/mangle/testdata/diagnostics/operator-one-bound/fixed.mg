Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01].
lately(X) :- <-[0d, 7d] on_duty(X).
