# Two tests that no number passes, a circle without a beginning, and a join of names with numbers.
amount(1).
amount(7).
odd_one(X) :- amount(X), X < 3, X > 5.
seen(X) :- amount(X), seen(X).
color(/red).
mixed(X) :- amount(X), color(X).
both(X) :- color(X), X = /red, X = /blue.
