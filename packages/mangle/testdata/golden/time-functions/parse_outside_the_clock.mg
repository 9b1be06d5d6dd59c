# a time beyond the 64-bit clock of nanoseconds
q(T) :- T = fn:time:parse_rfc3339("2300-01-01T00:00:00Z").
