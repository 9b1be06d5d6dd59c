# What holds when.
# Trust level: domain. Reads: event/1, plain/1. Derives: this_moment/1, macro_tool/2, macro_step/4.

macro_tool("at_now", "full") :- event(_)@[now].
macro_tool("past_sometime", "full") :- <-[1m, 5m] event(_).
macro_tool("past_always", "full") :- [-[1m, 5m] event(_).
macro_tool("future_sometime", "full") :- <+[1m, 5m] event(_).
macro_tool("future_always", "full") :- [+[1m, 5m] event(_).
macro_tool("saw_plain", "full") :- plain(_).

this_moment(Time) :- intent_type(_, "watch"), Time = fn:time:now().
macro_tool("echo_now", "full") :- this_moment(_).
macro_step("echo_now", 1, "echo", {/value : {/fact : "this_moment", /column : 0}}).
