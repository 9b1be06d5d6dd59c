# The second fact lasts, so it may well hold at the instant of the first.
Decl click(Who) temporal bound [/name].
Decl session(Id) temporal bound [/name].
click(/ann)@[2024-01-01T10:00:00].
session(/s1)@[2024-01-01T09:00:00, 2024-01-01T11:00:00].
during(Who, Id) :- click(Who)@[T], session(Id)@[T].
