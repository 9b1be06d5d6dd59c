# What may be done at the desk.
# Trust level: policy. Reads: nothing. Derives: safe_action/1, requires_privilege/2.
# Tools with the effects destructive, payments or authentication need confirmation without a word here.

# Actions that may be part of a plan; a plan with any other is not offered.
safe_action("book_slot").
safe_action("find_free_slot").
safe_action("list_bins").
safe_action("list_delays").
safe_action("open_slot").
safe_action("read_dock_log").
safe_action("read_gate_state").

# Only the yard's administrators open slots by hand.
requires_privilege("override_slot", "admin").
