-- How busy the server of each shard is. New workspaces go to the least busy one. A row is renewed every five minutes.
create table shard_loads (
  shard text primary key,
  measured_at timestamptz not null,
  active_ms double precision not null,
  busy double precision,
  database_bytes bigint not null
);
comment on column shard_loads.active_ms is 'the count of pg_stat_database when it was read last';
comment on column shard_loads.busy is 'seconds of executing statements in a second, averaged over hours; null before the second measurement';
