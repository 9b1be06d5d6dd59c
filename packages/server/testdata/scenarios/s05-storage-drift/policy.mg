# S05: what may be done, and what is asked about before.
# Trust level: policy. Reads: orphan_rows/1 of the domain. Derives: safe_action/1,
# requires_confirmation/1.

safe_action("archive_collection").
safe_action("create_collections").

requires_confirmation("archive_orphans") :- orphan_rows(_).
