Decl on_duty(Who) temporal bound [/name].
on_duty(/ann)@[2024-01-01, 2024-02-01].
