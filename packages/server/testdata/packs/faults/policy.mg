# Who may ask what.
# Trust level: policy. Reads: client_class/1, intent_type/2, office_hours/1. Derives: permitted_intent/2.

permitted_intent(Class, Intent) :-
  client_class(Class),
  intent_type(_, Intent),
  Intent != "restricted",
  Intent != "brief".

permitted_intent("automated", "restricted").

permitted_intent(Class, "brief") :- client_class(Class), office_hours("desk")@[now].
