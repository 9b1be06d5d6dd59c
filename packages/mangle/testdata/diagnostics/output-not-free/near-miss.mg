row([1, 2]).
starts(L) :- row(L), :match_cons(L, H, _), H = 1.
