# Who may ask what.
# Trust level: policy. Reads: intent_type/2, client_class/1, client_has_privilege/1. Derives: permitted_intent/2.

permitted_intent(Class, Intent) :-
  client_class(Class),
  intent_type(_, Intent),
  Intent != "manage".
permitted_intent(Class, "manage") :- client_class(Class), client_has_privilege("manager").
