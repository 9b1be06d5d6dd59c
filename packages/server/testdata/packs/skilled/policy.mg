# Tables are not rebuilt here.
# Trust level: policy. Derives: safe_action/1, prohibited/2.

safe_action("echo").
prohibited("rebuild_table", "tables are not rebuilt").
