-- The processes of the instance, which the page of its operator lists. Each reports itself every half minute.
create table processes (
  id uuid primary key,
  host text not null,
  pid integer not null,
  parts text[] not null,
  version text not null,
  node_version text not null,
  memory_bytes bigint not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
comment on table processes is 'a process that stopped in order has no row; one that was killed keeps its row for a day';
