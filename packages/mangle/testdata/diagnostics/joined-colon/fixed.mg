item(/a, 1).
m(Y) :- item(X, N), Y = [X :  N].
