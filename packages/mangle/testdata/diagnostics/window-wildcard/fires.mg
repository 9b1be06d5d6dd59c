Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01].
lately(X) :- <-[0d, _] on_duty(X).
