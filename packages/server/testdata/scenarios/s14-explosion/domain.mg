# S14: forty numbers have 1,600 pairs and 2,560,000 fours.
# Trust level: domain. Reads: n/1. Derives: pair/2, quad/4, a tool.

pair(A, B) :- n(A), n(B).

quad(A, B, C, D) :- pair(A, B), pair(C, D).

tool_relevant_to_intent("report", "report_numbers", 50) :- quad(_, _, _, _).

macro_description("report", "Report that there are numbers.").
