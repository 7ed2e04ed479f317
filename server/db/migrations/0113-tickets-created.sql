create index concurrently tickets_created on tickets (workspace_id, created_at);
