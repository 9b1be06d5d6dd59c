position(1).
move(1, 2).
stuck(X) :- position(X), !can_move(X).
can_move(X) :- move(X, _).
