#! file shop.mg
Package shop!
item(/tea).
#! file desk.mg
Package desk!
Use shop!
offered(X) :- shop.item(X).
