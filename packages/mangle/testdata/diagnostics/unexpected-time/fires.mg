Decl person(Who) bound [/name].
person(/ann)@[2024-01-01].
