Decl age(Person, Years) descr [extensional()] bound [/name, /int].
Decl born(Person, Day) descr [extensional()] bound [/name, /date].
Decl known(Person, Facts) descr [extensional()] bound [/name, .Struct</date : /time, opt /text : .List</text>>].

aged(Person) :- age(Person, _).
