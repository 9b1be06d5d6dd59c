status(/a, /active).
status(/b, /idle).
label(/a, "first").
path(/a, "/usr/bin").
ready(X) :- status(X, "active").
first(X) :- label(X, /first).
tool(X) :- path(X, /usr/bin).
