# fn:time:add and fn:time:sub wrap around at the ends of the clock
later(T) :- S = fn:time:from_unix_nanos(9223372036854775807), T = fn:time:add(S, fn:duration:parse("1ns")).
between(D) :-
  S = fn:time:from_unix_nanos(9223372036854775807),
  T = fn:time:from_unix_nanos(-9223372036854775807),
  D = fn:time:sub(S, T).
