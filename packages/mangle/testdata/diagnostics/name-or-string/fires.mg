status(/a, /active).
status(/b, /idle).
label(/a, "first").
ready(X) :- status(X, "active").
waiting(X) :- status(X, S), S = "idle".
first(X) :- label(X, /first).
