Decl look_up(Key, Value) temporal descr [external(), mode("+", "-")] bound [/string, /string].
