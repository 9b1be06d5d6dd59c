#! file shop.mg
Package shop!
item(/tea).
#! file desk.mg
Package desk!
Use shop!
Use prices!
open(/desk).
