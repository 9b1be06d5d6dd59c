# S08: tools by capability, health and score.
# Trust level: domain. Reads: the facts of the client. Derives: relevance of tools whose names come with the facts, and the
# plans of those that this pack can run.

up(Tool) :- tool(Tool, Server), server(Server, "connected").

wanted(Tool) :- can(Tool, Capability), intent_needs(Capability).

# Whole numbers: 70 for what the intent needs, and three tenths of the similarity.
score(Tool, Score) :-
  up(Tool),
  wanted(Tool),
  similarity(Tool, Similarity),
  Score = fn:plus(fn:div(fn:mult(Similarity, 3), 10), 70).
score(Tool, Score) :-
  up(Tool),
  !wanted(Tool),
  similarity(Tool, Similarity),
  Score = fn:div(fn:mult(Similarity, 3), 10).

tool_relevant_to_intent(Tool, "read_history", Score) :- score(Tool, Score), Score >= 20.

explain_absent(Tool, "server not connected") :- tool(Tool, _), !up(Tool).
explain_absent(Tool, "score below 20") :- score(Tool, Score), Score < 20.

macro_description("git_blame", "Who wrote the lines of a file.").
macro_param("git_blame", "path", "string", /true).
macro_step("git_blame", 1, "read_blame", {/path : {/arg : "path"}}).

macro_description("git_log", "The commits of a time, or of an author.").
macro_param("git_log", "author", "string", /false).
macro_param("git_log", "since", "string", /false).
macro_step("git_log", 1, "read_log", {/since : {/arg : "since"}, /author : {/arg : "author"}}).

macro_description("git_gc", "Tidy the repository up.").
macro_step("git_gc", 1, "collect_garbage", {}).
