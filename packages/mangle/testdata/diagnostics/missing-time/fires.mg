Decl on_duty(Who) temporal bound [/name].
on_duty(/ann).
