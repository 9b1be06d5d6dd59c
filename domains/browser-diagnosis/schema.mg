# What browsers and servers record, and what a diagnosis says.
# Trust level: schema. Predicates with a direction are in the manifest; the others are the domain's own.

# From the client: what is going on in its browser.

Decl current_url(Url)
  descr [doc("The page that the browser shows."), arg(Url, "its address"), direction("input")]
  bound [/string].

Decl console_event(Session, Level, Message, Timestamp) temporal
  descr [
    doc("The console said something, at the time of the fact."),
    arg(Session, "the session of the browser"),
    arg(Level, "\"error\", \"warning\" or \"log\""),
    arg(Message, "what it said"),
    arg(Timestamp, "milliseconds since 1970, as browsers count"),
    direction("input")
  ]
  bound [/string, /string, /string, /number].

Decl net_request(Session, Request, Method, Url, Timestamp) temporal
  descr [
    doc("The page asked a server for something; the fact lasts as long as the request."),
    arg(Session, "the session of the browser"),
    arg(Request, "the id of the request"),
    arg(Method, "such as GET"),
    arg(Url, "the address"),
    arg(Timestamp, "when it began, in milliseconds since 1970"),
    direction("input")
  ]
  bound [/string, /string, /string, /string, /number].

Decl net_response(Session, Request, Status)
  descr [
    doc("How a request was answered. Recorded responses are in facts/, clients may know of others."),
    arg(Session, "the session of the browser"),
    arg(Request, "the id of the request"),
    arg(Status, "the HTTP status"),
    direction("input")
  ]
  bound [/string, /string, /number].

Decl docker_log(Container, Level, Message) temporal
  descr [
    doc("A container of the backend logged something, at the time of the fact."),
    arg(Container, "the name of the container"),
    arg(Level, "such as \"error\""),
    arg(Message, "the line"),
    direction("input")
  ]
  bound [/string, /string, /string].

# In both directions: a diagnosis goes to the client, which sends it along with later questions.

Decl undiagnosed_error(Error)
  descr [
    doc("Nobody knows yet why the error is there."),
    arg(Error, "the id of the error"),
    direction("both")
  ]
  bound [/string].

Decl diagnosed_error(Error, Cause)
  descr [
    doc("Why an error is there."),
    arg(Error, "the id of the error"),
    arg(Cause, "such as missing_route"),
    direction("both")
  ]
  bound [/string, /string].

Decl fix_candidate(File, Fix)
  descr [
    doc("A change that would repair an error."),
    arg(File, "the file to change"),
    arg(Fix, "the name of the change"),
    direction("both")
  ]
  bound [/string, /string].

# Recordings and knowledge, in facts/. The actions read the same files.

Decl recorded_error(Error, Session, Message, Component, Time)
  descr [
    doc("An error of the console, as it was recorded."),
    arg(Error, "its id"),
    arg(Session, "the session of the browser"),
    arg(Message, "what the console said"),
    arg(Component, "the component that failed"),
    arg(Time, "when")
  ]
  bound [/string, /string, /string, /string, /time].

Decl recorded_request(Session, Request, Method, Path, Time)
  descr [
    doc("A request of the page, as it was recorded."),
    arg(Session, "the session of the browser"),
    arg(Request, "its id"),
    arg(Method, "such as GET"),
    arg(Path, "the path at the API"),
    arg(Time, "when it began")
  ]
  bound [/string, /string, /string, /string, /time].

Decl recorded_log(Container, Level, Message, Time)
  descr [
    doc("A line that a container logged, as it was recorded."),
    arg(Container, "the name of the container"),
    arg(Level, "such as error"),
    arg(Message, "the line"),
    arg(Time, "when")
  ]
  bound [/string, /string, /string, /time].

Decl component_source(Component, File, Path)
  descr [
    doc("Where a component of the page is written, and which data it renders."),
    arg(Component, "the component"),
    arg(File, "its source"),
    arg(Path, "the path at the API where its data comes from")
  ]
  bound [/string, /string, /string].

Decl cause_fix(Cause, File, Fix, Patch)
  descr [
    doc("What repairs errors of a cause."),
    arg(Cause, "as in diagnosed_error"),
    arg(File, "the file to change"),
    arg(Fix, "the name of the change"),
    arg(Patch, "the change itself")
  ]
  bound [/string, /string, /string, /string].

Decl api_origin(Origin)
  descr [doc("Where the API is."), arg(Origin, "the address without its path")]
  bound [/string].

Decl error_kind(Kind, Advice)
  descr [
    doc("What to look at for errors of a kind."),
    arg(Kind, "what their messages begin with"),
    arg(Advice, "a sentence for whoever diagnoses")
  ]
  bound [/string, /string].

Decl project_uses_react() descr [doc("The page is made with React.")].

# What the domain derives.

Decl has_console_errors() descr [doc("There is an error in the console."), open("domain")].

Decl has_failed_request()
  descr [doc("A request failed, or is suspected to have failed."), open("domain")].

Decl has_docker_logs() descr [doc("There are logs of the backend to look at."), open("domain")].

Decl succeeded(Session, Request)
  descr [
    doc("A response says that the request went well."),
    arg(Session, "the session of the browser"),
    arg(Request, "the id of the request"),
    open("domain")
  ]
  bound [/string, /string].

Decl causal_chain_candidate(Request, Message)
  descr [
    doc("The request may be why the error is there."),
    arg(Request, "the id of the request"),
    arg(Message, "what the console said"),
    open("domain")
  ]
  bound [/string, /string].

Decl failed_request(Request, Method, Path, Status)
  descr [
    doc("A request to the API that failed, in words for people."),
    arg(Request, "the id of the request"),
    arg(Method, "such as GET"),
    arg(Path, "the path at the API"),
    arg(Status, "the HTTP status"),
    open("domain")
  ]
  bound [/string, /string, /string, /number].

Decl suspected_kind(Request, Kind, Advice)
  descr [
    doc("Of what kind the error is that a request may be the reason for."),
    arg(Request, "the id of the request"),
    arg(Kind, "such as TypeError"),
    arg(Advice, "what to look at"),
    open("domain")
  ]
  bound [/string, /string, /string].

Decl error_session(Session)
  descr [
    doc("A session with an error in its console."),
    arg(Session, "the session of the browser"),
    open("domain")
  ]
  bound [/string].

Decl known_error(Error, Component)
  descr [
    doc("An error that the client sees and that was recorded."),
    arg(Error, "the id under which it was recorded"),
    arg(Component, "the component that failed"),
    open("domain")
  ]
  bound [/string, /string].

Decl diagnosis(Error, Cause)
  descr [
    doc("What a diagnosis found out."),
    arg(Error, "the id of the error"),
    arg(Cause, "such as missing_route"),
    open("domain")
  ]
  bound [/any, /any].
