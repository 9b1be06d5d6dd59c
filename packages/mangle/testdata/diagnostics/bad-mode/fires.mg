Decl square(X, Y) descr [mode("in", "-")] bound [/number, /number].
square(2, 4).
