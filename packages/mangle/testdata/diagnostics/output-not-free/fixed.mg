row([1, 2]).
starts(L) :- row(L), :match_cons(L, V, _), V = 1.
