# Tests that some number passes, and a circle with a beginning.
amount(1).
amount(7).
middle(X) :- amount(X), X > 3, X < 8.
linked(1, 7).
seen(1).
seen(Y) :- seen(X), linked(X, Y).
color(/red).
both(X) :- color(X), X = /red, X != /blue.
