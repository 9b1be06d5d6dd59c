Decl kind(Column, Type) bound [/name, /int].
Decl age(Person, Years) bound [/name, /number].
Decl known(Person, Facts) bound [/name, .Struct</date : /time, opt /text : .List</string>>].
Decl flag(Person, Value) bound [/name, /bool].

kind(/age, /int/unsigned).
age(/ann, 42).
