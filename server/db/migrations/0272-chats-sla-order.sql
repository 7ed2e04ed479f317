create index concurrently chat_activity_sla on chat_activity (workspace_id, sla_due_at, chat_id) where sla_due_at is not null;
