Decl on_duty(Who) bound [/name] temporal.
