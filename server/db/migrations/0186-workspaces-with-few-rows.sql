-- A workspace has few rows in these tables (decision 118). With the setting of large tables, PostgreSQL expected that any workspace
-- has all rows of a table in which no workspace is common. This takes effect when PostgreSQL analyzes a table again.
alter table canned_replies alter column workspace_id reset (n_distinct);
alter table channels alter column workspace_id reset (n_distinct);
alter table custom_fields alter column workspace_id reset (n_distinct);
alter table forms alter column workspace_id reset (n_distinct);
alter table notification_cursors alter column workspace_id reset (n_distinct);
alter table opt_out_settings alter column workspace_id reset (n_distinct);
alter table price_lists alter column workspace_id reset (n_distinct);
alter table tags alter column workspace_id reset (n_distinct);
alter table web_chats alter column workspace_id reset (n_distinct);
alter table webhook_endpoints alter column workspace_id reset (n_distinct);
alter table workspace_counters alter column workspace_id reset (n_distinct);
