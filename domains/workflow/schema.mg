# Specifications, their phases, and how far they are.
# Trust level: schema. Predicates with a direction are in the manifest; the others are the domain's own.

# From the client, and back to it: how far the work is.

Decl phase_status(Spec, Phase, Status) temporal
  descr [
    doc("How a phase stands, during the time of the fact. A phase without a status has not begun."),
    arg(Spec, "the specification"),
    arg(Phase, "the number of the phase"),
    arg(Status, "\"in_progress\" or \"done\""),
    direction("both")
  ]
  bound [/string, /number, /string].

Decl completed_phase(Spec, Phase)
  descr [
    doc("A phase is complete."),
    arg(Spec, "the specification"),
    arg(Phase, "the number of the phase"),
    direction("both")
  ]
  bound [/string, /number].

Decl test_run(Spec, Phase, Passed, Failed)
  descr [
    doc("How the last run of a phase's tests ended."),
    arg(Spec, "the specification"),
    arg(Phase, "the number of the phase"),
    arg(Passed, "how many tests passed"),
    arg(Failed, "how many failed"),
    direction("input")
  ]
  bound [/string, /number, /number, /number].

Decl files_modified(File)
  descr [doc("A file that was written."), arg(File, "its path"), direction("both")]
  bound [/string].

Decl ready_phase(Spec, Phase, Title, Entity)
  descr [
    doc("A phase that can be worked on now."),
    arg(Spec, "the specification"),
    arg(Phase, "the number of the phase"),
    arg(Title, "what it is called"),
    arg(Entity, "the entity that it is about"),
    direction("output"),
    open("domain")
  ]
  bound [/string, /number, /string, /string].

# The specifications, in facts/. The actions read the same files.

Decl phase(Spec, Phase, Title, Entity)
  descr [
    doc("A phase of a specification."),
    arg(Spec, "the specification"),
    arg(Phase, "its number"),
    arg(Title, "what it is called"),
    arg(Entity, "the entity that it is about")
  ]
  bound [/string, /number, /string, /string].

Decl phase_depends(Spec, Phase, Earlier)
  descr [
    doc("A phase cannot begin before another one is finished."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase that waits"),
    arg(Earlier, "the phase that it waits for")
  ]
  bound [/string, /number, /number].

Decl step(Spec, Phase, Step, Type, File)
  descr [
    doc("A step of a phase."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    arg(Step, "the number of the step"),
    arg(Type, "\"database\", \"backend\", \"frontend\" or \"test\""),
    arg(File, "the file that it creates")
  ]
  bound [/string, /number, /number, /string, /string].

Decl step_reads(Type, Kind)
  descr [
    doc("Who works on a step has to know files of this kind."),
    arg(Type, "the type of the step"),
    arg(Kind, "the kind of file")
  ]
  bound [/string, /string].

Decl spec_file(Spec, Kind, File, Relevance, Priority)
  descr [
    doc("A file that matters to a specification."),
    arg(Spec, "the specification"),
    arg(Kind, "what kind of file it is"),
    arg(File, "its path"),
    arg(Relevance, "why it matters"),
    arg(Priority, "from 0 to 100")
  ]
  bound [/string, /string, /string, /string, /number].

Decl data_served_by(Entity, Endpoint)
  descr [
    doc("Where an entity is served."),
    arg(Entity, "the entity"),
    arg(Endpoint, "the path at the API")
  ]
  bound [/string, /string].

Decl sdk_service(Service, Endpoint, Concern)
  descr [
    doc("A service of the SDK takes care of something at an endpoint."),
    arg(Service, "the service"),
    arg(Endpoint, "the path at the API"),
    arg(Concern, "what it takes care of")
  ]
  bound [/string, /string, /string].

Decl router_folder(Folder)
  descr [doc("Where routes are registered."), arg(Folder, "the path of the folder")]
  bound [/string].

# What the domain derives.

Decl has_backend_step(Spec, Phase)
  descr [
    doc("A phase has work for the backend."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /number].

Decl has_frontend_step(Spec, Phase)
  descr [
    doc("A phase has work for the frontend."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /number].

Decl needs_file(Spec, Phase, File)
  descr [
    doc("Who works on a phase has to know the file."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    arg(File, "its path"),
    open("domain")
  ]
  bound [/string, /number, /string].

Decl test_gate_failed(Spec, Phase)
  descr [
    doc("Tests of a phase fail, so that it does not count as finished."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /number].

Decl finished_phase(Spec, Phase)
  descr [
    doc("A phase is done, and its tests do not speak against it."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /number].

Decl blocked_phase(Spec, Phase)
  descr [
    doc("A phase cannot begin: it has begun already, or waits for another one."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /number].

Decl stale_phase(Spec, Phase)
  descr [
    doc("A phase has been in progress during the whole last hour."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /number].

Decl ready_work(Spec, Type, Phase)
  descr [
    doc("A phase of the specification that is asked about is ready for work of a type."),
    arg(Spec, "the specification"),
    arg(Type, "\"backend\" or \"frontend\""),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /string, /number].

Decl next_work(Spec, Type, Phase)
  descr [
    doc("The first phase that is ready for work of a type: texts speak of one."),
    arg(Spec, "the specification"),
    arg(Type, "\"backend\" or \"frontend\""),
    arg(Phase, "the phase"),
    open("domain")
  ]
  bound [/string, /string, /number].

Decl tool_modifies_endpoint(Tool)
  descr [
    doc("The tool changes what the API answers."),
    arg(Tool, "the macro-tool"),
    open("domain")
  ]
  bound [/string].

Decl written(Spec, Phase, Result)
  descr [
    doc("The files of a phase were written."),
    arg(Spec, "the specification"),
    arg(Phase, "the phase"),
    arg(Result, "what the action told"),
    open("domain")
  ]
  bound [/any, /any, /any].
