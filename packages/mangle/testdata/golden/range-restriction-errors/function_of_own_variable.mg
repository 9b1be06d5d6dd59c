# a function among the arguments of the only atom that binds its variable
p(1, 2). p(3, 5).
q(X) :- p(X, fn:plus(X, 1)).
