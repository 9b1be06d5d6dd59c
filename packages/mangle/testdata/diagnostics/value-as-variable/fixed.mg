flag(/ready, /true).
flag(/late, /false).
on(X) :- flag(X, /true).

Decl closed(Day) temporal bound [/string].
closed("sunday")@[2024-01-07, 2024-01-08].
resting(Day) :- closed(Day)@[now].
