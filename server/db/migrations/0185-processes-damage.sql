-- The relations that statements of the process found damaged since it started, with their shard.
alter table processes add column damage jsonb not null default '[]';
