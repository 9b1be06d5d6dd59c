# fn:float:max of a list with both zeros
q(M) :- M = fn:float:max([ -0.0, 0.0]).
r(M) :- M = fn:float:min([ 0.0, -0.0]).
