-- Partial, so that it costs nothing without types.
create index concurrently tickets_type on tickets (workspace_id, type_id, updated_at, id) where type_id is not null;
