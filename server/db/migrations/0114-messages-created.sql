create index concurrently messages_created on messages (workspace_id, created_at desc, id desc);
