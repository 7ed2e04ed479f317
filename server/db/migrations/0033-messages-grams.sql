create index concurrently messages_grams on messages using gin (workspace_id, search_grams(text)) with (gin_pending_list_limit = 512) where octet_length(text) > length(text);
