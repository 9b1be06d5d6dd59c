Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01].
person(/ann).
off(X) :- person(X), !on_duty(X)@[now].
