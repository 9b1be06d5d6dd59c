# Roles in a cluster.
# Trust level: schema. What clients send, and what the domain derives.

Decl binds(Subject, Role)
  descr [
    doc("A subject has a role."),
    arg(Subject, "a person or an account"),
    arg(Role, "the role"),
    direction("both")
  ]
  bound [/name, /name].

Decl grants(Role, Verb, Kind)
  descr [
    doc("A role permits something."),
    arg(Role, "the role"),
    arg(Verb, "such as exec"),
    arg(Kind, "such as pods"),
    direction("input")
  ]
  bound [/name, /string, /string].

Decl runs_as(Pod, Subject)
  descr [
    doc("A pod runs with the rights of an account."),
    arg(Pod, "the pod"),
    arg(Subject, "the account"),
    direction("input")
  ]
  bound [/name, /name].

# What the domain derives.

Decl can_do(Subject, Verb, Kind)
  descr [
    doc("A subject may do something."),
    arg(Subject, "a person or an account"),
    arg(Verb, "such as exec"),
    arg(Kind, "such as pods"),
    open("domain")
  ]
  bound [/name, /string, /string].

Decl admin(Subject)
  descr [
    doc("A subject may do everything."),
    arg(Subject, "a person or an account"),
    open("domain")
  ]
  bound [/name].

Decl step(Subject, Next)
  descr [
    doc("A subject gets the rights of another one by way of a pod."),
    arg(Subject, "a person or an account"),
    arg(Next, "whose rights it gets"),
    open("domain")
  ]
  bound [/name, /name].

Decl reach(Subject, Target)
  descr [
    doc("The same in any number of steps."),
    arg(Subject, "a person or an account"),
    arg(Target, "whose rights it gets in the end"),
    open("domain")
  ]
  bound [/name, /name].

Decl escalates(Subject)
  descr [
    doc("A subject that is no administrator can become one."),
    arg(Subject, "a person or an account"),
    open("domain")
  ]
  bound [/name].

Decl escalating_binding(Name, Subject, Role)
  descr [
    doc("A binding that makes it possible."),
    arg(Name, "the subject, as text"),
    arg(Subject, "a person or an account"),
    arg(Role, "the role"),
    open("domain")
  ]
  bound [/string, /name, /name].

Decl roles_to_revoke(Bindings)
  descr [
    doc("All such bindings, for the plan."),
    arg(Bindings, "a struct for each binding"),
    open("domain")
  ]
  bound [/any].
