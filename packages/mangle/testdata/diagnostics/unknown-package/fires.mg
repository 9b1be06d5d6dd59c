#! file shop.mg
Package shop!
item(/tea).
#! file desk.mg
Package desk!
Use shopp!
Use prices!
open(/desk).
