task(/a).
task(/b).
blocker(/a, /x).
blockers(T, N) :- blocker(T, B) |> do fn:group_by(T), let N = fn:count().
free(T) :- blockers(T, N), N = 0.
idle(T) :- blockers(T, N), N < 1.
open(T) :- blockers(T, 0).
