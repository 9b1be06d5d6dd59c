# Who may ask what, and assert which facts (Spec 08 §2.2, C-50).
# Trust level: policy. Reads: intent_type/2, asserted_predicate/1, client_class/1, login_possible/0, permitted_intent/2,
# permitted_fact/2, suggest_intent/3, policy_defines/1. Derives: intent_allowed/1, intent_denied/1, fact_allowed/1,
# fact_denied/1, request_denied/0, should_log_in/0, intent_refusal/1, allowed_suggestion/3.
# Where a pack's policy has no clause for `permitted_intent` or `permitted_fact`, everything of that kind is allowed.

intent_allowed(Intent) :-
  intent_type(_, Intent),
  client_class(Class),
  permitted_intent(Class, Intent).
intent_allowed(Intent) :- intent_type(_, Intent), !policy_defines("permitted_intent").

intent_denied(Intent) :- intent_type(_, Intent), !intent_allowed(Intent).

fact_allowed(Predicate) :-
  asserted_predicate(Predicate),
  client_class(Class),
  permitted_fact(Class, Predicate).
fact_allowed(Predicate) :- asserted_predicate(Predicate), !policy_defines("permitted_fact").

# To ask for more detail is no claim about the world.
fact_allowed("disclosure_upgrade") :- asserted_predicate("disclosure_upgrade").

fact_denied(Predicate) :- asserted_predicate(Predicate), !fact_allowed(Predicate).

request_denied() :- intent_denied(_).
request_denied() :- fact_denied(_).

should_log_in() :- client_class("anonymous"), login_possible().

intent_refusal("auth_required") :- request_denied(), should_log_in().
intent_refusal("auth_insufficient") :- request_denied(), !should_log_in().

# No suggestion leads to a refusal (C-89).
allowed_suggestion(Intent, Params, Why) :-
  suggest_intent(Intent, Params, Why),
  client_class(Class),
  permitted_intent(Class, Intent).
allowed_suggestion(Intent, Params, Why) :-
  suggest_intent(Intent, Params, Why),
  !policy_defines("permitted_intent").
