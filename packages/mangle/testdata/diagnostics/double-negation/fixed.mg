person(/ann).
blocked(/bob).
free(X) :- person(X), blocked(X).
