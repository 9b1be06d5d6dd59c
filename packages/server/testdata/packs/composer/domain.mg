# How tools are composed (Spec 06 §3.2).
# Trust level: domain. Reads: intent_type/2, intent_text/2, the facts of the client. Derives: has_error/0, has_backend_log/0,
# macro_tool/2, tool_relevant_to_intent/3, the plans and texts of its tools and what goes along with them.

has_error() :- console_error(_, _).
has_backend_log() :- backend_log(_).

# One action with a simpler schema.

macro_tool("observe_console", "full") :- intent_type(_, "diagnose"), has_error().
macro_param("observe_console", "limit", "integer", /false).
macro_step("observe_console", 1, "read_console", {/limit : {/arg : "limit"}, /source : "console"}).

# A chain: what the steps hand on to each other is nobody's business.

macro_tool("diagnose_chain", "full") :-
  intent_type(_, "diagnose"),
  has_error(),
  failed_request(_).
macro_description("diagnose_chain", "Follow an error back to the request that caused it.
Reads the console, the network and the sources; changes nothing.").
macro_param("diagnose_chain", "error_id", "string", /true).
macro_param_doc("diagnose_chain", "error_id", "The number of the error.").
macro_param("diagnose_chain", "include_network", "boolean", /false).
macro_step("diagnose_chain", 1, "read_error", {/id : {/arg : "error_id"}}).
macro_step("diagnose_chain", 2, "read_network", {/url : Url, /deep : {/arg : "include_network"}}) :-
  failed_request(Url).
macro_step("diagnose_chain", 3, "correlate", {/cause : {/step : 1, /path : "text"}, /with : {/step : 2}}).
macro_output("diagnose_chain", "{\"type\":\"object\",\"properties\":{\"verdict\":{\"type\":\"string\"}},\"required\":[\"verdict\"]}").

# Another tool where there is more to look at.

macro_tool("full_stack_diagnosis", "full") :-
  intent_type(_, "diagnose"),
  has_error(),
  has_backend_log().
macro_step("full_stack_diagnosis", 1, "read_console", {/limit : 5, /source : "console"}).
macro_step("full_stack_diagnosis", 2, "read_backend", {/service : Service}) :- backend_log(Service).
macro_tool("frontend_diagnosis", "full") :-
  intent_type(_, "diagnose"),
  has_error(),
  !has_backend_log().
macro_step("frontend_diagnosis", 1, "read_console", {/limit : 5, /source : "console"}).

# The same tool with another plan.

tool_relevant_to_intent("investigate", "diagnose", 75).
macro_step("investigate", 1, "read_console", {/limit : 1, /source : "console"}).
macro_step("investigate", 2, "read_backend", {/service : Service}) :- backend_log(Service).

# Repairs, in every class of risk and at every level.

macro_tool("reload_page", "full") :- intent_type(_, "repair").
macro_step("reload_page", 1, "reload", {}).
macro_tool("purge_cache", "condensed") :- intent_type(_, "repair"), stale_cache(_).
macro_description("purge_cache", "Empty a cache. What was in it is lost.").
macro_step("purge_cache", 1, "purge", {/cache : Name}) :- stale_cache(Name).
macro_tool("sign_out_all", "minimal") :- intent_type(_, "repair").
macro_step("sign_out_all", 1, "sign_out", {}).
tool_relevant_to_intent("mark_page", "repair", 45).
macro_step("mark_page", 1, "mark", {}).
tool_relevant_to_intent("undo_mark", "repair", 44).
macro_step("undo_mark", 1, "mark", {}).
macro_step("undo_mark", 2, "purge", {/cache : "marks"}).

# An effect in words of the client.
macro_has_side_effect("mark_page", Effect) :- remark("effect", _, Effect).

# What goes along.

macro_instruction("diagnose_chain", 1, Text) :-
  console_error(Id, Message),
  Text = fn:string:concat("Begin with error ", Id, ": ", Message, ".").
macro_instruction("diagnose_chain", 2, Text) :-
  intent_text("severity", Severity),
  Text = fn:string:concat("The user calls it ", Severity, ".").
macro_instruction("diagnose_chain", 3, Text) :-
  component(File, Weight),
  Weight > 50,
  Text = fn:string:concat("Look at ", File, ".").
macro_instruction(Tool, Order, Text) :- remark(Tool, Order, Text).

needs_resource("diagnose_chain", File, "a part of the page that may be to blame", Weight) :-
  component(File, Weight).
needs_resource("diagnose_chain", Url, "the request that failed", 60) :- failed_request(Url).
needs_resource("diagnose_chain", "src/unexplained.ts", "", 99) :- remark("unexplained", _, _).
