create index concurrently notes_grams on notes using gin (workspace_id, search_grams(text)) with (gin_pending_list_limit = 512) where deleted_at is null;
