Decl age(Person, Years) descr [extensional()] bound [/name, /number].
Decl born(Person, Day) descr [extensional()] bound [/name, /time].
Decl known(Person, Facts) descr [extensional()] bound [/name, .Struct</date : /time, opt /text : .List</string>>].

aged(Person) :- age(Person, _).
