# What may be done for a diagnosis: read what was recorded, change nothing.
# Trust level: policy. Reads: nothing. Derives: safe_action/1.

# A plan with any other action is not offered, whatever the domain says.
safe_action("correlate_network").
safe_action("derive_root_cause").
safe_action("draft_fix").
safe_action("list_console").
safe_action("query_console_errors").
safe_action("read_container_log").
safe_action("trace_dom_impact").
