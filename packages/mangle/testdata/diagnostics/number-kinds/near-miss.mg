price(/tea, 2.5).
stock(/tea, 4).
cheap(X) :- price(X, P), P < 3.0.
plenty(X) :- stock(X, N), N > 3.
