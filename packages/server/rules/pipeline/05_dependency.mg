# Phase 5: who lost a prerequisite drops, then who still fits comes back (Spec 10 §4.5; contract 4 of Spec 05 §3.2).
# Trust level: pipeline. Reads: selection_root/1, tool_needs/2, excluded/1, invalid/1, rival_tools/2, best_score/2,
# name_before/2. Derives: stranded/1, missing_dependency/2, kept_root/1, kept_tool/1, and the predicates late_….

stranded(Tool) :- tool_needs(Tool, Prerequisite), invalid(Prerequisite).

missing_dependency(Tool, Prerequisite) :- tool_needs(Tool, Prerequisite), excluded(Prerequisite).
missing_dependency(Tool, Prerequisite) :- tool_needs(Tool, Prerequisite), invalid(Prerequisite).

kept_root(Tool) :-
  selection_root(Tool),
  !invalid(Tool),
  !stranded(Tool).

kept_tool(Tool) :- kept_root(Tool).
kept_tool(Prerequisite) :- kept_root(Tool), tool_needs(Tool, Prerequisite).

# A tool may have lost against one that dropped itself. So the other roots have their turn, by score descending and
# name ascending: one comes back, with all that it needs, if none of these conflicts with a tool that is already in.

late_root(Tool) :- selection_root(Tool), !kept_root(Tool).

late_tool(Root, Root) :- late_root(Root).
late_tool(Root, Prerequisite) :- late_root(Root), tool_needs(Root, Prerequisite).

late_clash(Root, Other) :-
  late_tool(Root, Tool),
  rival_tools(Tool, Rival),
  late_tool(Other, Rival).

late_hopeless(Root) :-
  late_tool(Root, Tool),
  rival_tools(Tool, Rival),
  kept_tool(Rival).
late_hopeless(Root) :- late_clash(Root, Root).

late_threat(Root, Other) :-
  late_clash(Root, Other),
  best_score(Root, Score),
  best_score(Other, Higher),
  Score < Higher,
  !late_hopeless(Other).
late_threat(Root, Other) :-
  late_clash(Root, Other),
  best_score(Root, Score),
  best_score(Other, Score),
  name_before(Other, Root),
  !late_hopeless(Other).

late_threatened(Root) :- late_threat(Root, _).

# The threats to a root are numbered in the order of their turns. So "all of them stay out" can be derived step by step,
# and no root depends on the absence of another one.

late_turn(Root, Other, Other) :- late_threat(Root, Other).
late_turn(Root, Earlier, Other) :-
  late_threat(Root, Earlier),
  late_threat(Root, Other),
  best_score(Earlier, Higher),
  best_score(Other, Score),
  Score < Higher.
late_turn(Root, Earlier, Other) :-
  late_threat(Root, Earlier),
  late_threat(Root, Other),
  best_score(Earlier, Score),
  best_score(Other, Score),
  name_before(Earlier, Other).

late_threat_rank(Root, Other, Rank) :-
  late_turn(Root, Earlier, Other)
  |> do fn:group_by(Root, Other),
     let Rank = fn:count().

late_threat_count(Root, Count) :-
  late_threat(Root, Other)
  |> do fn:group_by(Root),
     let Count = fn:count().

late_cleared(Root, 0) :- late_threatened(Root).
late_cleared(Root, Rank) :-
  late_refused(Other),
  late_threat_rank(Root, Other, Rank),
  Before = fn:minus(Rank, 1),
  late_cleared(Root, Before).

late_refused(Root) :- late_hopeless(Root).
late_refused(Root) :- late_threat(Root, Other), late_added(Other).

late_added(Root) :-
  late_root(Root),
  !late_hopeless(Root),
  !late_threatened(Root).
late_added(Root) :-
  late_threat_count(Root, Count),
  late_cleared(Root, Count),
  !late_hopeless(Root).
