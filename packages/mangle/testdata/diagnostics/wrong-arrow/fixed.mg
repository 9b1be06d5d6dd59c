p(1).
q(X) :- p(X).
r(X) :- p(X).
s(X) :- p(X).
