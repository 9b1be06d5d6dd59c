status(/a, /active).
status(/b, /idle).
label(/a, "first").
path(/a, "/usr/bin").
ready(X) :- status(X, /active).
waiting(X) :- status(X, S), S = /idle .
other(X) :- status(X, S), /idle != S.
first(X) :- label(X, "first").
tool(X) :- path(X, "/usr/bin").
