Decl look_up(Key, Value) descr [external(), mode("+", "-")] bound [/string, /string].
known("k", "v").
look_up(K, V) :- known(K, V).
