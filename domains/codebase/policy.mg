# What may be done with what is known about the code: tell it.
# Trust level: policy. Reads: nothing. Derives: safe_action/1.

safe_action("describe_surface").
safe_action("propose_component").
safe_action("report_drift").
