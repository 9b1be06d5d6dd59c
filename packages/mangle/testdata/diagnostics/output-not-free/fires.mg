row([1, 2]).
rest([2]).
starts(L) :- row(L), :match_cons(L, 1, _).
goes_on(L) :- row(L), rest(T), :match_cons(L, _, T).
