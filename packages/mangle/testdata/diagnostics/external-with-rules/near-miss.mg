Decl look_up(Key, Value) descr [external(), mode("+", "-")] bound [/string, /string].
known("k").
found(K, V) :- known(K), look_up(K, V).
