Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01].
ill(/bob).
working(X) :- on_duty(X)@[S, E], !ill(X).
