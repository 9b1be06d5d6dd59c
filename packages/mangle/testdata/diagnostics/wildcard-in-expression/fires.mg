sale(/a, 10).
more(K, T) :- sale(K, S), T = fn:plus(S, _).
