-- The server on which the rows of a workspace lie: 'main' is the one of DATABASE_URL, others are named by DATABASE_SHARD_URLS.
alter table workspaces add column shard text not null default 'main';
