Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01].
lately(X) :- on_duty(X)@[7d].
