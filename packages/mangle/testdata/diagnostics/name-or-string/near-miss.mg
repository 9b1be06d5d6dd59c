# The column holds both kinds.
status(/a, /active).
status(/b, "idle").
ready(X) :- status(X, "active").
waiting(X) :- status(X, S), S = /idle .
