price(/tea, 2.5).
stock(/tea, 4).
cheap(X) :- price(X, 2.0).
plenty(X) :- stock(X, 4).
