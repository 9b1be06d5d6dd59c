p(1).
q(My_Var) :- p(My_Var).
