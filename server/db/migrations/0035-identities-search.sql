create index concurrently identities_search on identities using gin (workspace_id, value gin_trgm_ops) with (gin_pending_list_limit = 512);
