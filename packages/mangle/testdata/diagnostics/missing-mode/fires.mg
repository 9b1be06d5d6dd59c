Decl look_up(Key, Value) descr [external()] bound [/string, /string].
found(V) :- look_up("k", V).
