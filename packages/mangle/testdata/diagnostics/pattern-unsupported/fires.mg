row([1, 2]).
first(X) :- row([X, Y]).
