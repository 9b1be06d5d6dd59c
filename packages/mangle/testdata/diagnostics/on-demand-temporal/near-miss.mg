Decl look_up(Key, Value) temporal bound [/string, /string].
look_up("k", "v")@[2024-01-01].
