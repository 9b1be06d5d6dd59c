row([1, 2]).
rest([2]).
starts(L) :- row(L), :match_cons(L, H, _), H = 1.
goes_on(L) :- row(L), :match_cons(L, _, T), rest(T).
without(L) :- row(L), !:match_cons(L, 1, _).
