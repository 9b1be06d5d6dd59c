#! file shop.mg
Package shop!
Decl margin(Item, Percent) descr [private()] bound [/name, /number].
margin(/tea, 40).
#! file desk.mg
Package desk!
Use shop!
seen(X) :- shop.margin(X, _).
