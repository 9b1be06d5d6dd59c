# Phase 4: prerequisites come in, then of tools that conflict only the best stays (Spec 10 §4.5; contracts 3 and 6 of
# Spec 05 §3.2). Conflicts are decided with the prerequisites there, so that none of them can smuggle in a rival.
# Trust level: pipeline. Reads: offered/3, offered_tool/1, excluded/1, tool_requires/2, conflicts_with/2, name_before/2.
# Derives: tool_needs/2, unmeetable/1, selection_root/1, pool/3, best_score/2, rival_tools/2, invalid/1.

tool_needs(Tool, Prerequisite) :- tool_requires(Tool, Prerequisite).
tool_needs(Tool, Prerequisite) :- tool_requires(Tool, Between), tool_needs(Between, Prerequisite).

# Prohibition outranks everything: who needs an excluded tool is out as well.
unmeetable(Tool) :- tool_needs(Tool, Prerequisite), excluded(Prerequisite).

selection_root(Tool) :- offered_tool(Tool), !unmeetable(Tool).

pool(Tool, Score, Phase) :- selection_root(Tool), offered(Tool, Score, Phase).
pool(Prerequisite, 80, "dependency") :- selection_root(Tool), tool_needs(Tool, Prerequisite).

best_score(Tool, Best) :- pool(Tool, Score, _) |> do fn:group_by(Tool), let Best = fn:max(Score).

# A conflict is mutual, whichever side declared it.
rival_tools(Tool, Other) :- conflicts_with(Tool, Other), Tool != Other.
rival_tools(Tool, Other) :- conflicts_with(Other, Tool), Tool != Other.

# The lower score loses.
invalid(Tool) :-
  rival_tools(Tool, Other),
  best_score(Tool, Score),
  best_score(Other, Higher),
  Score < Higher.

# On equal scores the earlier name wins, so that the answer never depends on the order of facts.
invalid(Tool) :-
  rival_tools(Tool, Other),
  best_score(Tool, Score),
  best_score(Other, Score),
  name_before(Other, Tool).
