#! file shop.mg
Package shop!
item(/tea).
#! file desk.mg
Package desk!
offered(X) :- shop.item(X).
