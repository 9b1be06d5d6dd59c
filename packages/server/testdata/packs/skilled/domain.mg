# Three tools, of which policy forbids one, and the skills that they need.
# Trust level: domain. Reads: intent_type/2, the facts of the client. Derives: macro_tool/2 and the plans of its tools,
# very_slow/1, needs_skill/2.

very_slow(Query) :- slow_query(Query, Millis), Millis > 1000.

macro_tool("explain_query", "full") :- intent_type(_, "tune").
macro_description("explain_query", "Shows how a query is run.").
macro_step("explain_query", 1, "echo", {/value : "explained"}).

macro_tool("advise_index", "full") :- intent_type(_, "tune"), slow_query(_, _).
macro_description("advise_index", "Proposes indexes for slow queries.").
macro_step("advise_index", 1, "echo", {/value : "advised"}).

macro_tool("rebuild_table", "full") :- intent_type(_, "tune").
macro_step("rebuild_table", 1, "echo", {/value : "rebuilt"}).

# Small; two tools need it.
needs_skill("explain_query", "query-plans") :- slow_query(_, _).
needs_skill("advise_index", "query-plans").

# Large.
needs_skill("advise_index", "index-handbook") :- very_slow(_).

# Closed unless somebody waits.
needs_skill("explain_query", "lock-advice") :- lock_wait(_).

# Of a tool that is never in an answer.
needs_skill("rebuild_table", "rebuild-guide").

# Whatever the client says.
needs_skill("explain_query", Skill) :- wanted_skill(Skill).
