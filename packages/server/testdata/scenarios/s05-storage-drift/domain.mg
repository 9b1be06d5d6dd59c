# S05: drift between code and database.
# Trust level: domain. Reads: the facts of the client, final_selected/3, step_result/5, macro_arg/3. Derives: two tools,
# what goes along with them, and what follows from their use.

in_db(Collection) :- db_collection(Collection, _).

ghost(Collection) :- code_collection(Collection), !in_db(Collection).

orphan(Collection, Rows) :- db_collection(Collection, Rows), !code_collection(Collection).
orphan_rows(Collection) :- orphan(Collection, Rows), Rows > 0.

# create_missing_collections

tool_relevant_to_intent("create_missing_collections", "check_storage", 85) :- ghost(_).

macro_description("create_missing_collections", "Create collections that the code uses and the database lacks.").
macro_param("create_missing_collections", "names", "array", /true).
macro_step("create_missing_collections", 1, "create_collections", {/names : {/arg : "names"}}).

emit_assert("db_collection", [Name, 0]) :-
  step_result("create_missing_collections", 1, "create_collections", "success", Result),
  :match_field(Result, /created, Names),
  :list:member(Name, Names).

# archive_orphans

tool_relevant_to_intent("archive_orphans", "check_storage", 50) :- orphan_rows(_).

macro_description("archive_orphans", "Move the rows of collections that the code does not use into the archive.").
macro_step("archive_orphans", 1, "archive_collection", {/name : {/fact : "orphan_rows", /column : 0}}).

needs_skill("archive_orphans", "data_retention") :-
  final_selected("archive_orphans", _, _),
  orphan_rows(_).

explain_absent("drop_orphans", "holds rows") :- orphan_rows(_).
