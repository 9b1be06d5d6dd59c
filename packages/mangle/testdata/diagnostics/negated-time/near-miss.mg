Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01].
person(/ann).
on_now(X) :- on_duty(X)@[now].
off(X) :- person(X), !on_now(X).
