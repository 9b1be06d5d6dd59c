start(1).
next(1, 2).
next(3, 5).
step(X) :- start(X), next(X, fn:plus(X, 1)).
