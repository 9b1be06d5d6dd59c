# What is allowed, and what is dangerous.
# Trust level: schema. Open to policy; domains and clients can ask for more care, never for less.

Decl policy_defines(Predicate)
  descr [
    doc("The pack's policy has a clause for this predicate, whether or not it holds for anything."),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "predicate"),
    extensional()
  ]
  bound [/string].

Decl high_risk_effect(Effect)
  descr [
    doc("A macro-tool with this effect needs confirmation."),
    arg(Effect, "a category of effects"),
    kind(Effect, "effect"),
    open("policy")
  ]
  bound [/string].

Decl requires_confirmation(Macro)
  descr [
    doc("The user must confirm each use of the macro-tool."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("policy")
  ]
  bound [/string].

# Actions.

Decl action_request(Action, Target, Payload)
  descr [
    doc("A plan wants to run an action; policy decides whether it may."),
    arg(Action, "the action"),
    kind(Action, "action"),
    arg(Target, "the macro-tool in whose plan it is"),
    kind(Target, "tool"),
    arg(Payload, "the template of its arguments, a struct"),
    open("pipeline")
  ]
  bound [/string, /string, /any].

Decl safe_action(Action)
  descr [
    doc("The action is safe, whatever the plan and the arguments."),
    arg(Action, "the action"),
    kind(Action, "action"),
    open("policy")
  ]
  bound [/string].

Decl safe_action(Action, Target, Payload)
  descr [
    doc("The action is safe in this plan, with these arguments."),
    arg(Action, "the action"),
    kind(Action, "action"),
    arg(Target, "the macro-tool"),
    kind(Target, "tool"),
    arg(Payload, "the template of its arguments"),
    open("policy")
  ]
  bound [/string, /string, /any].

Decl dangerous_content(Action, Target, Payload)
  descr [
    doc("The action must not run in this plan with these arguments, even if it is safe otherwise."),
    arg(Action, "the action"),
    kind(Action, "action"),
    arg(Target, "the macro-tool"),
    kind(Target, "tool"),
    arg(Payload, "the template of its arguments"),
    open("policy")
  ]
  bound [/string, /string, /any].

Decl permitted(Action, Target, Payload)
  descr [
    doc("The action may run in this plan."),
    arg(Action, "the action"),
    kind(Action, "action"),
    arg(Target, "the macro-tool"),
    kind(Target, "tool"),
    arg(Payload, "the template of its arguments"),
    open("policy")
  ]
  bound [/string, /string, /any].

Decl policy_lists_actions()
  descr [
    doc("The pack's policy says which actions may run, so that all others may not."),
    open("policy")
  ].

# Privileges.

Decl requires_privilege(Macro, Privilege)
  descr [
    doc("Only clients with the privilege get the macro-tool, and none learns of it otherwise."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Privilege, "the name of the privilege"),
    kind(Privilege, "privilege"),
    open("domain")
  ]
  bound [/string, /string].

Decl requires_privileged_facts(Macro)
  descr [
    doc("The macro-tool shows facts that need the privilege \"privileged_facts\"."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("domain")
  ]
  bound [/string].

Decl privilege_lacking(Macro)
  descr [
    doc("The client lacks a privilege that the macro-tool requires."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("policy")
  ]
  bound [/string].

Decl sees_policy()
  descr [
    doc("The client may learn the names of tools that policy keeps out, in proof hints."),
    open("policy")
  ].

# Intents and facts of clients.

Decl permitted_intent(Class, Intent)
  descr [
    doc("Clients of the class may ask the intent. Where policy has no clause for it, all may ask everything."),
    arg(Class, "as in client_class"),
    kind(Class, "class"),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    open("policy")
  ]
  bound [/string, /string].

Decl permitted_fact(Class, Predicate)
  descr [
    doc("Clients of the class may assert such facts. Where policy has no clause for it, all may assert all."),
    arg(Class, "as in client_class"),
    kind(Class, "class"),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "sent predicate"),
    open("policy")
  ]
  bound [/string, /string].

Decl intent_allowed(Intent)
  descr [
    doc("The client may ask this intent."),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    open("policy")
  ]
  bound [/string].

Decl intent_denied(Intent)
  descr [
    doc("The client may not ask this intent."),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    open("policy")
  ]
  bound [/string].

Decl fact_allowed(Predicate)
  descr [
    doc("The client may assert facts of the predicate that it asserts facts of."),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "sent predicate"),
    open("policy")
  ]
  bound [/string].

Decl fact_denied(Predicate)
  descr [
    doc("The client asserts facts of a predicate that it may not assert."),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "sent predicate"),
    open("policy")
  ]
  bound [/string].

Decl request_denied() descr [doc("Policy refuses the request as a whole."), open("policy")].

Decl should_log_in()
  descr [doc("The client is anonymous, and logging in might help."), open("policy")].

Decl intent_refusal(Code)
  descr [
    doc("The error with which the request is refused, if it is (C-50)."),
    arg(Code, "the code of the error"),
    one_of(Code, "auth_required", "auth_insufficient"),
    open("policy")
  ]
  bound [/string].

# Invocations.

Decl invocation_blocked(Macro)
  descr [
    doc("Policy would not offer the macro-tool that is invoked now."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    open("policy")
  ]
  bound [/string].

Decl invocation_refusal(Code)
  descr [
    doc("The error with which the invocation is refused, if policy does not allow it any more."),
    arg(Code, "the code of the error"),
    one_of(Code, "macro_not_found", "macro_expired"),
    open("policy")
  ]
  bound [/string].
