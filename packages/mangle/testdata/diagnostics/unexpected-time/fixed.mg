Decl person(Who) bound [/name].
person(/ann).
