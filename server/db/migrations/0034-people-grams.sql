create index concurrently people_grams on people using gin (workspace_id, search_grams(search)) with (gin_pending_list_limit = 512) where octet_length(search) > length(search);
