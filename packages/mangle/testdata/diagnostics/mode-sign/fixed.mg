Decl square(X, Y) descr [mode("+", "-")] bound [/number, /number].
