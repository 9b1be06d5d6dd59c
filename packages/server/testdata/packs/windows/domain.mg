# Each tool looks at time in its own way.
# Trust level: domain. Reads: intent_type/2, eval_time/1, the facts of the client. Derives: blocked/1, lasting/1,
# macro_tool/2, the plans of its tools and how long they may be used.

macro_step(Tool, 1, "echo", {/value : Tool}) :- macro_tool(Tool, _).

# Back.
macro_tool("just_now", "full") :- <-[0s, 5m] seen("just_now").
macro_tool("some_time_ago", "full") :- <-[1m, 5m] seen("some_time_ago").
macro_tool("all_along", "full") :- [-[0s, 5m] seen("all_along").

# At the moment.
macro_tool("at_present", "full") :- seen("at_present")@[now].

# Ahead.
macro_tool("soon", "full") :- <+[0s, 10m] upcoming("soon").
macro_tool("from_now_on", "full") :- [+[0s, 10m] upcoming("from_now_on").

# Unless something is close.
blocked(Tool) :- <+[0s, 10m] upcoming(Tool).
macro_tool("while_quiet", "full") :- wanted("while_quiet"), !blocked("while_quiet").

# Two facts; the one that lapses first counts.
macro_tool("both", "full") :- <-[0s, 5m] seen("both"), <-[0s, 1h] upcoming("both").

# Two reasons; the one that lapses last counts.
macro_tool("either", "full") :- <-[0s, 5m] seen("either").
macro_tool("either", "full") :- <-[0s, 1h] upcoming("either").

# The ends as values, and compared with the time.
macro_tool("before_end", "full") :-
  seen("before_end")@[_, End],
  eval_time(Now),
  :time:lt(Now, End).
macro_tool("grace", "full") :-
  seen("grace")@[_, End],
  Last = fn:time:add(End, fn:duration:parse("2m")),
  eval_time(Now),
  :time:le(Now, Last).

# By way of a fact with a time of its own.
lasting(Tool)@[From, Last] :-
  seen(Tool)@[From, To],
  Tool = "a_minute_longer",
  Last = fn:time:add(To, fn:duration:parse("1m")).
macro_tool("a_minute_longer", "full") :- lasting("a_minute_longer")@[now].

# The same tool, but another plan as soon as it is late.
macro_tool("changing", "full") :- wanted("changing").
macro_step("changing", 2, "echo", {/value : "late"}) :- <-[0s, 5m] seen("changing").

# Without any fact with a time.
macro_tool("plain", "full") :- wanted("plain").
macro_tool("hour", "full") :- wanted("hour").
macro_lifetime("hour", fn:duration:parse("1h")) :- wanted("hour").

# As the domain says.
macro_tool("closing", "full") :- wanted("closing").
macro_valid_until("closing", Start) :- upcoming("closing")@[Start, _].
macro_tool("opening", "full") :- wanted("opening").
macro_valid_from("opening", Start) :- upcoming("opening")@[Start, _].
