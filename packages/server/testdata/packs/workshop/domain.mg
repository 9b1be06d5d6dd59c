# The tools of the workshop; each is one action with the arguments of the caller.
# Trust level: domain. Reads: intent_type/2, the facts of the client. Derives: macro_tool/2 and the plans of its tools,
# counted/1, machine_seen/1, measurement/2, note_count/1, double_amount/1.

macro_tool("wait", "full") :- intent_type(_, "work").
macro_param("wait", "file", "string", /true).
macro_param("wait", "bytes", "integer", /false).
macro_step("wait", 1, "wait_for_file", {/file : {/arg : "file"}, /bytes : {/arg : "bytes"}}).

macro_tool("wait_for_end", "full") :- intent_type(_, "work").
macro_step("wait_for_end", 1, "wait_for_end", {}).

macro_tool("tick", "full") :- intent_type(_, "work").
macro_param("tick", "times", "integer", /true).
macro_step("tick", 1, "tick", {/times : {/arg : "times"}}).

macro_tool("read_ticks", "full") :- intent_type(_, "work").
macro_step("read_ticks", 1, "read_ticks", {}).

macro_tool("blob", "full") :- intent_type(_, "work").
macro_param("blob", "bytes", "integer", /true).
macro_step("blob", 1, "blob", {/bytes : {/arg : "bytes"}}).

macro_tool("echo", "full") :- intent_type(_, "work").
macro_param("echo", "text", "string", /true).
macro_step("echo", 1, "echo", {/value : {/arg : "text"}}).

macro_tool("fail", "full") :- intent_type(_, "work").
macro_step("fail", 1, "fail", {}).

# These show what became of a fact.

macro_tool("echo_note", "full") :- intent_type(_, "work"), note(_).
macro_step("echo_note", 1, "echo", {/value : {/fact : "note", /column : 0}}) :- note(_).

macro_tool("echo_amount", "full") :- intent_type(_, "work"), amount(_).
macro_step("echo_amount", 1, "echo", {/value : {/fact : "amount", /column : 0}}) :- amount(_).

macro_tool("echo_double", "full") :- intent_type(_, "work"), double_amount(_).
macro_step("echo_double", 1, "echo", {/value : {/fact : "double_amount", /column : 0}}) :-
  double_amount(_).

double_amount(Double) :-
  amount(Value),
  0 <= Value,
  Value < 1000000,
  doubled(Value, Double).

macro_tool("echo_note_count", "full") :- intent_type(_, "work"), note_count(_).
macro_step("echo_note_count", 1, "echo", {/value : {/fact : "note_count", /column : 0}}) :-
  note_count(_).

note_count(Count) :- note(_) |> do fn:group_by(), let Count = fn:count().

# Offered while a machine runs.

macro_tool("stop_machine", "full") :- intent_type(_, "watch_machines"), machine_seen(_)@[now].
macro_step("stop_machine", 1, "echo", {/value : "stopped"}).

# No intent of the manifest.

macro_tool("echo_count", "full") :- intent_type(_, "unlisted"), counted(0).
macro_step("echo_count", 1, "echo", {/value : "counted"}).

counted(Value) :- count_to(Value).
counted(Less) :-
  counted(Value),
  0 < Value,
  Less = fn:minus(Value, 1).

machine_seen(Machine)@[From, To] :- machine_on(Machine)@[From, To].

# Measuring a machine that nobody knows fails.
measurement(Machine, Value) :-
  intent_type(_, "measure"),
  note(Machine),
  measured(Machine, Value).
