row([ -1, 2]).
low(X) :- row(L), :list:member(X, L), X< -5.
