# Two tests that no number passes, and a circle without a beginning.
amount(1).
amount(7).
odd_one(X) :- amount(X), X < 3, X > 5.
seen(X) :- amount(X), seen(X).
color(/red).
both(X) :- color(X), X = /red, X = /blue.
