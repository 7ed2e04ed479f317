-- Partial, so that it costs nothing without priorities.
create index concurrently chats_priority on chats (workspace_id, priority, status) where priority is not null;
