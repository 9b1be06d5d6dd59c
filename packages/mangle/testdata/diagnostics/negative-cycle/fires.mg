position(1).
move(1, 2).
win(X) :- move(X, Y), !win(Y).
