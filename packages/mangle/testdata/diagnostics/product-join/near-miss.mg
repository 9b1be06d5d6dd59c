# Joined through a third condition, through a comparison, or with a single setting.
user(/ann, 3).
user(/bob, 5).
room(/red, 4).
room(/blue, 2).
invited(/ann, /red).
invited(/bob, /blue).
limit(4).
may_enter(U, R) :- user(U, _), room(R, _), invited(U, R).
outranks(U, R) :- user(U, X), room(R, Y), X > Y.
with_limit(U, L) :- user(U, _), limit(L).
