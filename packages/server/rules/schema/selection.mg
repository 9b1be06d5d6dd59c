# What the six phases derive from each other, and their result.
# Trust level: schema. Nobody but the phases writes these predicates, except where they are open; clients assert none.

# Phase 1, skeleton.

Decl context_has_key(Key)
  descr [
    doc("The context has some value for the key."),
    arg(Key, "what the value is about"),
    kind(Key, "text"),
    open("pipeline")
  ]
  bound [/string].

Decl satisfied_constraint(Key, Value)
  descr [
    doc("The context has a value that some tool constraint asks for."),
    arg(Key, "what the value is about"),
    kind(Key, "text"),
    arg(Value, "the value"),
    open("pipeline")
  ]
  bound [/string, /any].

Decl blocked_by_context(Tool)
  descr [
    doc("The context has other values than a constraint of the tool asks for; no value at all does not block."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl candidate(Tool, Score, Phase)
  descr [
    doc("A tool that the intent calls for."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Score, "from 0 to 100"),
    arg(Phase, "where it came in"),
    one_of(Phase, "skeleton"),
    open("pipeline")
  ]
  bound [/string, /number, /string].

Decl skeleton_tool(Tool)
  descr [
    doc("A candidate of the skeleton."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

# Phase 2, exclusion.

Decl prohibited(Tool, Reason)
  descr [
    doc("The tool must not be in the answer, however relevant it is."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Reason, "why, in a few words"),
    kind(Reason, "text"),
    open("policy")
  ]
  bound [/string, /string].

Decl client_restricted(Tool)
  descr [
    doc("The client does not want the tool in this answer."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl lacks_capability(Tool)
  descr [
    doc("The server lacks a feature that the tool requires."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl window_closed(Tool)
  descr [
    doc("There is no time at which the tool could be used: it ends before it begins, or has ended."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    extensional()
  ]
  bound [/string].

Decl yields_to_skeleton(Tool)
  descr [
    doc("The tool is incompatible with one that the intent calls for."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl excluded(Tool)
  descr [
    doc("The tool is out, for whatever reason."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl explain_absent(Tool, Reason)
  descr [
    doc("Why a tool is not even a candidate, for proof hints. It excludes nothing."),
    arg(Tool, "the tool"),
    kind(Tool, "text"),
    arg(Reason, "why, in a few words"),
    kind(Reason, "text"),
    open("domain")
  ]
  bound [/string, /string].

# Phase 3, flesh.

Decl relevance(Tool, Score, Phase)
  descr [
    doc("A tool that is called for or relevant, whatever speaks against it."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Score, "from 0 to 100"),
    arg(Phase, "where it came in"),
    one_of(Phase, "skeleton", "flesh"),
    open("pipeline")
  ]
  bound [/string, /number, /string].

Decl offered(Tool, Score, Phase)
  descr [
    doc("A tool that is called for or relevant enough, and not excluded."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Score, "from 0 to 100"),
    arg(Phase, "where it came in"),
    one_of(Phase, "skeleton", "flesh"),
    open("pipeline")
  ]
  bound [/string, /number, /string].

Decl offered_tool(Tool)
  descr [
    doc("The tool is offered, with whatever score."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

# Phase 4, prerequisites and conflicts.

Decl tool_needs(Tool, Prerequisite)
  descr [
    doc("What a tool requires, directly or by way of others."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Prerequisite, "a tool that it cannot do without"),
    kind(Prerequisite, "tool"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl unmeetable(Tool)
  descr [
    doc("The tool needs one that is excluded."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl selection_root(Tool)
  descr [
    doc("A tool that is offered and could have all that it needs."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl pool(Tool, Score, Phase)
  descr [
    doc("The roots and what they need; conflicts are decided among all of them."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Score, "from 0 to 100"),
    arg(Phase, "where it came in"),
    one_of(Phase, "skeleton", "flesh", "dependency"),
    open("pipeline")
  ]
  bound [/string, /number, /string].

Decl best_score(Tool, Score)
  descr [
    doc("The highest score of a tool in the pool."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Score, "from 0 to 100"),
    open("pipeline")
  ]
  bound [/string, /number].

Decl rival_tools(Tool, Other)
  descr [
    doc("The tools conflict, whichever of them says so."),
    arg(Tool, "a tool"),
    kind(Tool, "tool"),
    arg(Other, "another tool"),
    kind(Other, "tool"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl invalid(Tool)
  descr [
    doc("The tool lost a conflict. It may still be in the answer, if the tool it lost to is not."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

# Phase 5, dependents and what there is still room for.

Decl stranded(Tool)
  descr [
    doc("The tool needs one that lost a conflict."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl missing_dependency(Tool, Prerequisite)
  descr [
    doc("The tool needs one that is excluded or lost a conflict."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Prerequisite, "what it lacks"),
    kind(Prerequisite, "tool"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl kept_root(Tool)
  descr [
    doc("A root that lost no conflict and lacks nothing."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl kept_tool(Tool)
  descr [
    doc("A kept root, or what one needs."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl late_root(Tool)
  descr [
    doc("A root that was not kept. It comes back if there is room for it and for all that it needs."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl late_tool(Root, Tool)
  descr [
    doc("What comes back with a late root: the root itself and all that it needs."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    arg(Tool, "a tool that comes with it"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl late_clash(Root, Other)
  descr [
    doc("Of two late roots, or of one alone, tools would come back that conflict."),
    arg(Root, "a late root"),
    kind(Root, "tool"),
    arg(Other, "another, or the same"),
    kind(Other, "tool"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl late_hopeless(Root)
  descr [
    doc("The late root would bring a conflict with a kept tool, or within itself."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl late_threat(Root, Other)
  descr [
    doc("The other late root has its turn first, and if it comes back there is no room for this one."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    arg(Other, "the one before it"),
    kind(Other, "tool"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl late_threatened(Root)
  descr [
    doc("The late root has a threat."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl late_turn(Root, Earlier, Other)
  descr [
    doc("Of two threats to a late root, the first has its turn first; or both are the same."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    arg(Earlier, "a threat to it"),
    kind(Earlier, "tool"),
    arg(Other, "a threat to it, at the same turn or later"),
    kind(Other, "tool"),
    open("pipeline")
  ]
  bound [/string, /string, /string].

Decl late_threat_rank(Root, Other, Rank)
  descr [
    doc("The threats to a late root in the order of their turns."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    arg(Other, "a threat to it"),
    kind(Other, "tool"),
    arg(Rank, "counts from 1"),
    open("pipeline")
  ]
  bound [/string, /string, /number].

Decl late_threat_count(Root, Count)
  descr [
    doc("How many threats a late root has, if it has any."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    arg(Count, "at least 1"),
    open("pipeline")
  ]
  bound [/string, /number].

Decl late_cleared(Root, Rank)
  descr [
    doc("No threat to the late root up to this one came back."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    arg(Rank, "the number of such threats"),
    open("pipeline")
  ]
  bound [/string, /number].

Decl late_added(Root)
  descr [
    doc("The late root comes back."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl late_refused(Root)
  descr [
    doc("The late root stays out."),
    arg(Root, "the late root"),
    kind(Root, "tool"),
    open("pipeline")
  ]
  bound [/string].

# Phase 6, output.

Decl answer_root(Tool)
  descr [
    doc("A tool of the answer that is there in its own right, not only because another one needs it."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl answer_group(Root, Tool)
  descr [
    doc("What leaves the answer together if there is no room for all of it."),
    arg(Root, "a tool that is there in its own right"),
    kind(Root, "tool"),
    arg(Tool, "the root itself, or a tool that it needs"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl wanted_tool(Tool)
  descr [
    doc("The tools of the answer."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl final_selected(Tool, Score, Phase)
  descr [
    doc("The answer. A tool whose best score comes from two phases has two rows."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Score, "from 0 to 100"),
    arg(Phase, "where it came in"),
    one_of(Phase, "skeleton", "flesh", "dependency"),
    open("pipeline")
  ]
  bound [/string, /number, /string].

Decl visible_tool(Tool)
  descr [
    doc("The client may see the tool; that holds for all of the answer."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("pipeline")
  ]
  bound [/string].

Decl disclosure_level(Tool, Level)
  descr [
    doc("How much is told of a tool of the answer, if there is room for it."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Level, "the level"),
    kind(Level, "level"),
    one_of(Level, "full", "condensed", "minimal"),
    open("pipeline")
  ]
  bound [/string, /string].

# Why a tool is not in the answer, for proof hints: computed for tools that somebody asks about.

Decl exclusion(Tool, Phase, Reason)
  descr [
    doc("Why a tool that is relevant is not in the answer."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Phase, "where it was left out"),
    one_of(Phase, "exclusion", "flesh", "conflict", "dependency"),
    arg(Reason, "in a few words"),
    kind(Reason, "text"),
    mode("+", "-", "-"),
    deferred(),
    open("pipeline")
  ]
  bound [/string, /string, /string].

Decl policy_exclusion(Tool)
  descr [
    doc("Policy keeps the tool out; who may not see policy does not learn its name (C-54)."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    mode("+"),
    deferred(),
    open("pipeline")
  ]
  bound [/string].
