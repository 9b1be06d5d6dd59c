# Who may ask what, and assert which facts.
# Trust level: policy. Reads: client_class/1, intent_type/2, asserted_predicate/1, office_hours/1. Derives:
# permitted_intent/2, permitted_fact/2.

permitted_intent(Class, Intent) :-
  client_class(Class),
  intent_type(_, Intent),
  Intent != "restricted",
  Intent != "brief".

permitted_intent("automated", "restricted").

permitted_intent(Class, "brief") :- client_class(Class), office_hours("desk")@[now].

permitted_fact(Class, Predicate) :-
  client_class(Class),
  asserted_predicate(Predicate),
  Predicate != "rumor".
