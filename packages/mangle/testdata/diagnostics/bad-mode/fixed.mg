Decl square(X, Y) descr [mode("?", "-")] bound [/number, /number].
square(2, 4).
