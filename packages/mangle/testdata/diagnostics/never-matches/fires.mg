color(/red).
label("red").
both(X) :- color(X), label(X).
