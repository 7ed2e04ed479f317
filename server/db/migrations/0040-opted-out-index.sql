create index concurrently people_opted_out on people (workspace_id, updated_at desc, id desc) where opted_out_at is not null;
