# Phase 6: the answer (Spec 10 §4.5).
# Trust level: pipeline. Reads: kept_root/1, kept_tool/1, late_added/1, late_tool/2, tool_needs/2, best_score/2, pool/3.
# Derives: wanted_tool/1, final_selected/3, visible_tool/1, answer_root/1, answer_group/2.

wanted_tool(Tool) :- kept_tool(Tool).
wanted_tool(Tool) :- late_added(Root), late_tool(Root, Tool).

final_selected(Tool, Score, Phase) :-
  wanted_tool(Tool),
  best_score(Tool, Score),
  pool(Tool, Score, Phase).

# A missing privilege is an exclusion of phase 2, so that dependents drop as well (C-123); nothing is hidden here.
visible_tool(Tool) :- final_selected(Tool, _, _).

# Where there is no room for all, a tool and what it needs stay or leave together (C-27).
answer_root(Tool) :- kept_root(Tool).
answer_root(Tool) :- late_added(Tool).

answer_group(Root, Root) :- answer_root(Root).
answer_group(Root, Tool) :- answer_root(Root), tool_needs(Root, Tool).
