# S05: what is asked about before it is done.
# Trust level: policy. Reads: orphan_rows/1 of the domain. Derives: requires_confirmation/1.

requires_confirmation("archive_orphans") :- orphan_rows(_).
