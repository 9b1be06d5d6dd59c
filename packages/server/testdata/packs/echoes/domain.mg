# Each echo has an echo.
# Trust level: domain. Reads: intent_type/2, call/1. Derives: heard/1, macro_tool/2.

heard(Caller)@[From, To] :- call(Caller)@[From, To].
heard(Caller)@[Later, Later] :-
  heard(Caller)@[From, _],
  Later = fn:time:add(From, fn:duration:parse("10s")).

macro_tool("answer", "full") :- intent_type(_, "listen").
macro_description("answer", "Call back.").
