task(/a).
task(/b).
blocker(/a, /x).
blockers(T, N) :- blocker(T, B) |> do fn:group_by(T), let N = fn:count().
free(T) :- task(T), !blocker(T, _).
busy(T) :- blockers(T, N), N > 0.
