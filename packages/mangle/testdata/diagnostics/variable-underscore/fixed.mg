p(1).
q(MyVar) :- p(MyVar).
