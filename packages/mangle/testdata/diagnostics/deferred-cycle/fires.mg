Decl grows(X, Y) descr [deferred(), mode("+", "-")] bound [/number, /number].
start(1).
grows(X, Y) :- reached(X), Y = fn:plus(X, 1).
reached(X) :- start(X).
reached(Y) :- reached(X), X < 5, grows(X, Y).
