Decl on_duty(Who) temporal bound [/name].
