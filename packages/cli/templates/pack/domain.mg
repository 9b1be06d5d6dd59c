# Which tools fit a question, and what they are made of.
# Trust level: domain. Reads: intent_type/2, the facts of the client, service/2. Derives: macro_tool/2, and the plans, texts
# and context of two tools.

# What clients say is not taken for granted; plans take what was checked.
known_service(Service) :- watched_service(Service), service(Service, _).

# A look back of a quarter of an hour.
recent_alert(Service, Kind) :- known_service(Service), <-[0s, 15m] alert(Service, Kind).

# inspect_service: two steps; the second works with what the first found.

macro_tool("inspect_service", "full") :- intent_type(_, "find_trouble"), known_service(_).

macro_description("inspect_service", "Read the status of a service and the part of its log that tells why.").
macro_param("inspect_service", "lines", "integer", /false).
macro_param_doc("inspect_service", "lines", "How many lines of the log to read; 10 if absent.").
macro_step("inspect_service", 1, "read_status", {/service : {/fact : "known_service", /column : 0}}).
macro_step("inspect_service", 2, "read_log", {/log : {/step : 1, /path : "log"}, /lines : {/arg : "lines"}}).

# Told only if it is so.
macro_instruction("inspect_service", 1, Text) :-
  recent_alert(_, Kind),
  Text = fn:string:concat("There is a recent alert: ", Kind, ". Look for it in the log first.").

# From skills/, for whoever gets the tool.
needs_skill("inspect_service", "reading-status").

# restart_service: only after an alert, and not the first thing to try. Policy asks for confirmation.

macro_tool("restart_service", "condensed") :- intent_type(_, "find_trouble"), recent_alert(_, _).

macro_description("restart_service", "Restart a service; who uses it is interrupted for a moment.").
macro_param("restart_service", "reason", "string", /true).
macro_param_doc("restart_service", "reason", "Why, in a few words; it is written into the log.").
macro_step("restart_service", 1, "restart", {/service : {/fact : "known_service", /column : 0}, /reason : {/arg : "reason"}}).
