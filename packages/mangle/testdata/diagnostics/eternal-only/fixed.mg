Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01, 2024-01-31].
ever(X) :- on_duty(X)@[S, E].
