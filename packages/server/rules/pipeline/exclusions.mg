# Why a relevant tool is not in the answer, for proof hints (Spec 09 §5, C-54). It is no phase, and costs nothing where
# nobody asks.
# Trust level: pipeline. Reads: relevance/3, tool_needs/2, prohibited/2, client_restricted/1, lacks_capability/1,
# window_closed/1, yields_to_skeleton/1, excluded/1, offered_tool/1, invalid/1, unmeetable/1, stranded/1, wanted_tool/1,
# disclosure_threshold/2. Derives: exclusion/3, policy_exclusion/1.

policy_exclusion(Tool) :- prohibited(Tool, Reason), Reason != "client restriction".

# Who may not know of a tool may not learn of it from those that need it, either.
policy_exclusion(Tool) :-
  tool_needs(Tool, Prerequisite),
  prohibited(Prerequisite, Reason),
  Reason != "client restriction".

exclusion(Tool, "exclusion", "not permitted") :-
  relevance(Tool, _, _),
  prohibited(Tool, Reason),
  Reason != "client restriction".
exclusion(Tool, "exclusion", "client restriction") :-
  relevance(Tool, _, _),
  client_restricted(Tool).
exclusion(Tool, "exclusion", "the server lacks a feature that it requires") :-
  relevance(Tool, _, _),
  lacks_capability(Tool).
exclusion(Tool, "exclusion", "there is no time at which it could be used") :-
  relevance(Tool, _, _),
  window_closed(Tool).
exclusion(Tool, "exclusion", "incompatible with a tool that the intent calls for") :-
  relevance(Tool, _, _),
  yields_to_skeleton(Tool).

exclusion(Tool, "flesh", Reason) :-
  relevance(Tool, Score, _),
  disclosure_threshold("minimal", Floor),
  Score < Floor,
  !excluded(Tool),
  !offered_tool(Tool),
  !wanted_tool(Tool),
  Reason = fn:string:concat("score below ", Floor).

exclusion(Tool, "conflict", "a tool that serves the same purpose is preferred") :-
  offered_tool(Tool),
  invalid(Tool),
  !wanted_tool(Tool).

exclusion(Tool, "dependency", "a tool that it requires is not available") :-
  offered_tool(Tool),
  unmeetable(Tool),
  !wanted_tool(Tool).
exclusion(Tool, "dependency", "a tool that it requires is not available") :-
  offered_tool(Tool),
  stranded(Tool),
  !wanted_tool(Tool).
