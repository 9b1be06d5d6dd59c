row([1, 2]).
rest([2]).
starts(L) :- row(L), :match_cons(L, V, _), V = 1.
goes_on(L) :- row(L), rest(T), :match_cons(L, _, T1), T1 = T.
