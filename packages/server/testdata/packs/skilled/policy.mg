# Tables are not rebuilt here.
# Trust level: policy. Derives: prohibited/2.

prohibited("rebuild_table", "tables are not rebuilt").
