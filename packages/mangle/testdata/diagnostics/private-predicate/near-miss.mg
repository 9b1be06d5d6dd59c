#! file shop.mg
Package shop!
Decl margin(Item, Percent) descr [private()] bound [/name, /number].
margin(/tea, 40).
dear(X) :- margin(X, P), P > 30.
#! file desk.mg
Package desk!
Use shop!
seen(X) :- shop.dear(X).
