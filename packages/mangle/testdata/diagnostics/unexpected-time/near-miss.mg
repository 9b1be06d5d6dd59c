Decl person(Who) temporal bound [/name].
person(/ann)@[2024-01-01].
