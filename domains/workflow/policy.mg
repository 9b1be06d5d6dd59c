# What may be done to a repository, and what the user is asked about.
# Trust level: policy. Reads: macro_includes_action/2. Derives: safe_action/1, action_writes_file/1,
# requires_confirmation/1.

safe_action("read_contracts").
safe_action("report_tests").
safe_action("summarize_phase").
safe_action("write_files").

# Files can be taken back, but whoever works with them should know: no tool writes without asking.
action_writes_file("write_files").
requires_confirmation(Macro) :- macro_includes_action(Macro, Action), action_writes_file(Action).
