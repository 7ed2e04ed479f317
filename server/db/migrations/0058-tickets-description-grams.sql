create index concurrently tickets_description_grams on tickets using gin (workspace_id, search_grams(description)) with (gin_pending_list_limit = 512) where description is not null;
