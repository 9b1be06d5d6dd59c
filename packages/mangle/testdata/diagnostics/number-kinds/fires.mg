price(/tea, 2.5).
stock(/tea, 4).
cheap(X) :- price(X, 2).
plenty(X) :- stock(X, 4.0).
