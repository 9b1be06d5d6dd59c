person("Ann", 42).
person("Ben", 7).
select("Ann").
distinct("Ann").
between(0, 17).

adult(Name) :- person(Name, Age), Age >= 18, select(Name).
child(Name) :- person(Name, Age), between(From, To), From <= Age, Age <= To.
named(Name) :- person(Name, _), :string:starts_with(Name, "A").
some(Name) :- distinct(Name), person(Name, _).
same(LIKE) :- person(LIKE, IN), IN = 42.
listed(Name) :- :list:member(Name, ["Ann", "Ben"]), person(Name, _).
