p(1).
total(N) :- N = count{ X : p(X) }.
