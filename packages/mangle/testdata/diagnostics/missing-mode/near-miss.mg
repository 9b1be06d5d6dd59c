Decl look_up(Key, Value) descr [external(), mode("+", "-")] bound [/string, /string].
found(V) :- look_up("k", V).
