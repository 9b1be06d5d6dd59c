# Phases of a project.
# Trust level: schema. What clients send, and what the domain derives.

Decl phase(Phase)
  descr [doc("A phase."), arg(Phase, "its number"), direction("input")]
  bound [/number].

Decl depends(Phase, Earlier)
  descr [
    doc("A phase waits for another one."),
    arg(Phase, "its number"),
    arg(Earlier, "the phase that it waits for"),
    direction("input")
  ]
  bound [/number, /number].

Decl status(Phase, Status)
  descr [
    doc("A phase has begun."),
    arg(Phase, "its number"),
    arg(Status, "such as /running or /done"),
    direction("both")
  ]
  bound [/number, /name].

Decl test_run(Phase, Passed, Failed)
  descr [
    doc("How the tests of a phase ended."),
    arg(Phase, "its number"),
    arg(Passed, "tests that passed"),
    arg(Failed, "tests that failed"),
    direction("both")
  ]
  bound [/number, /number, /number].

# What the domain derives.

Decl gate_failed(Phase)
  descr [doc("Tests of the phase fail."), arg(Phase, "its number"), open("domain")]
  bound [/number].

Decl done(Phase)
  descr [doc("The phase is done and its tests pass."), arg(Phase, "its number"), open("domain")]
  bound [/number].

Decl started(Phase)
  descr [doc("The phase has begun."), arg(Phase, "its number"), open("domain")]
  bound [/number].

Decl waiting(Phase)
  descr [doc("The phase waits for another one."), arg(Phase, "its number"), open("domain")]
  bound [/number].

Decl ready(Phase)
  descr [doc("The phase can begin."), arg(Phase, "its number"), open("domain")]
  bound [/number].

Decl ready_count(Count)
  descr [doc("How many phases can begin."), arg(Count, "at least 1"), open("domain")]
  bound [/number].

Decl some_ready() descr [doc("Some phase can begin."), open("domain")].
