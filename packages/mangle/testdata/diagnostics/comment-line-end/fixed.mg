p(1).
# A note.
p(2).
q(X) :- p(X).
