# a predicate that reflects a prefix stands before the atom that binds its variable
Decl person(X) descr [reflects(/person)] bound [/name].
n(/person/ann). n(/thing). person(/thing).
q(X) :- person(X), n(X).
