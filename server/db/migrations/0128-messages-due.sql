create index concurrently messages_due on messages (workspace_id, channel_id, id) include (send_due_at) where send_due_at is not null;
