row([1, 2]).
first(H) :- row(L), L = [H|T].
