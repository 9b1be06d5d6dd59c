Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01].
person(/ann).
ill(/bob).
working(X) :- person(X), !ill(X), on_duty(X)@[S, E].
