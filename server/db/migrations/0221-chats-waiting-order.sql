create index concurrently chat_activity_waiting on chat_activity (workspace_id, waiting_since, chat_id) where waiting_since is not null;
