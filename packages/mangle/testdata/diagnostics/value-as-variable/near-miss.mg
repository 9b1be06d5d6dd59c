flag(/ready, /true).
flag(/late, /false).
on(X) :- flag(X, /true).
same(X, Y) :- flag(X, Truth), flag(Y, Truth).

Decl closed(Day) temporal bound [/string].
closed("sunday")@[2024-01-07, 2024-01-08].
resting(Day) :- closed(Day)@[now].
closed_once(Day) :- closed(Day)@[Now], :time:lt(Now, fn:time:now()).
