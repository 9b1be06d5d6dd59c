color(/red).
label("red").
both(X, T) :- color(X), T = fn:string:concat("r", "ed"), label(T).
