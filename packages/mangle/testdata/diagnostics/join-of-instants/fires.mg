Decl click(Who) temporal bound [/name].
Decl request(What) temporal bound [/name].
click(/ann)@[2024-01-01T10:00:00].
request(/page)@[2024-01-01T10:00:01].
caused(Who, What) :- click(Who)@[T], request(What)@[T].
