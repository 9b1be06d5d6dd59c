person("Ann", 42).
person("Ben", 7).

SELECT * FROM person WHERE age > 18.

adult(Name) :- SELECT Name FROM person.
child(Name) :- person(Name, Age), Age between 0 and 17.
named(Name) :- person(Name, _), Name LIKE 'A%'.
some(Name) :- distinct person(Name, _).
known(Name) :- person(Name, Age), Age is not null.
listed(Name) :- person(Name, _), Name in ["Ann", "Ben"].
first(Name) :- person(Name, _), !.
