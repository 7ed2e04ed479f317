create index concurrently tickets_grams on tickets using gin (workspace_id, search_grams(title)) with (gin_pending_list_limit = 512);
