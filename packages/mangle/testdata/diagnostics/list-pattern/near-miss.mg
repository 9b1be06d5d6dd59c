row([1, 2]).
first(H) :- row(L), :match_cons(L, H, _).
