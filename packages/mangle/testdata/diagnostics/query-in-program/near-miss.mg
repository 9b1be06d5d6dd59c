item(/tea).
all(X) :- item(X).
