person(/ann).
blocked(/bob).
free(X) :- person(X), not blocked(X).
