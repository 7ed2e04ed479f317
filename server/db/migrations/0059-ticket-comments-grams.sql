create index concurrently ticket_comments_grams on ticket_comments using gin (workspace_id, search_grams(text)) with (gin_pending_list_limit = 512) where deleted_at is null;
