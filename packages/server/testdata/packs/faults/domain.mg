# Everything that can go wrong.
# Trust level: domain. Reads: intent_type/2, the facts of the client, oracle/2. Derives: counted/1, triple/3, seen/1,
# pulse/1, stretch/1, shift/1, verdict/1, quotient/1, macro_tool/2 and the plans of its tools.

counted(Value) :- count_to(Value).
counted(Less) :- counted(Value), 0 < Value, Less = fn:minus(Value, 1).

# No sum of such numbers is negative, so it looks at all triples in vain.
triple(A, B, C) :-
  number(A),
  number(B),
  number(C),
  fn:plus(A, B, C) = -1.

seen(Who)@[From, To] :- sighting(Who)@[From, To].

pulse(Who)@[Next, Next] :-
  pulse(Who)@[From, _],
  Next = fn:time:add(From, fn:duration:parse("1s")).

# Touching intervals are one.
stretch(Who)@[From, Next] :-
  stretch(Who)@[From, To],
  Next = fn:time:add(To, fn:duration:parse("1s")).

# A recursion that ends: a shift each hour, the last one at five.
shift(Desk)@[From] :- opened(Desk)@[From].
shift(Desk)@[Next] :-
  shift(Desk)@[From],
  Next = fn:time:add(From, fn:duration:parse("1h")),
  fn:time:hour(Next) < 18.

macro_tool("hand_over", "full") :- intent_type(_, "derive"), shift("desk")@[2026-03-01T17:00:00Z].

verdict(Answer) :- question(Text), oracle(Text, Answer).

quotient(Value) :- divisor(By), Value = fn:div(1, By).

macro_tool("report", "full") :- intent_type(_, "derive").
macro_tool("report", "full") :- intent_type(_, "consult").

# greet: takes arguments.

macro_tool("greet", "full") :- intent_type(_, "act").
macro_param("greet", "name", "string", /true).
macro_param("greet", "times", "integer", /false).
macro_step("greet", 1, "say", {/text : {/arg : "name"}, /times : {/arg : "times"}}).

# erase: needs consent.

macro_tool("erase", "full") :- intent_type(_, "act").
macro_tool("erase", "full") :- intent_type(_, "brief").
macro_param("erase", "what", "string", /true).
macro_step("erase", 1, "wipe", {/text : {/arg : "what"}}).

# stumble: the second of three steps fails.

macro_tool("stumble", "full") :- intent_type(_, "act").
macro_tool("stumble", "full") :- intent_type(_, "brief").
macro_step("stumble", 1, "say", {/text : "first"}).
macro_step("stumble", 2, "fail", {}).
macro_step("stumble", 3, "say", {/text : "third"}).

# lie: its result is not what was promised.

macro_tool("lie", "full") :- intent_type(_, "act").
macro_output("lie", "{\"type\":\"object\",\"required\":[\"truth\"]}").
macro_step("lie", 1, "say", {/text : "a lie"}).

# wait: ends when it is stopped.

macro_tool("wait", "full") :- intent_type(_, "act").
macro_step("wait", 1, "wait", {}).

macro_tool("count_calls", "full") :- intent_type(_, "act").
macro_step("count_calls", 1, "count_calls", {}).
