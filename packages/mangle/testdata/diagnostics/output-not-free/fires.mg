row([1, 2]).
starts(L) :- row(L), :match_cons(L, 1, _).
