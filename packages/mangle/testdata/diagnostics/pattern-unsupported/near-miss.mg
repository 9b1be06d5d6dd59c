row([1, 2]).
first(X) :- row(L), :match_cons(L, X, _).
