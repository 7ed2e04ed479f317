create index concurrently people_blocked on people (workspace_id, updated_at desc, id desc) where blocked_at is not null;
