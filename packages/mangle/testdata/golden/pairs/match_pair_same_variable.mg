# :match_pair with one variable for both halves
#! bounds off
a(fn:pair(1, 1)). a(fn:pair(1, 2)).
q(X) :- a(P), :match_pair(P, X, X).
