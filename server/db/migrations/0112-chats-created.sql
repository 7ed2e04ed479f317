create index concurrently chats_created on chats (workspace_id, created_at);
