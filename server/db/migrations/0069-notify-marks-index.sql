create index concurrently workspace_counters_notifying on workspace_counters (workspace_id) where is_notifying;
