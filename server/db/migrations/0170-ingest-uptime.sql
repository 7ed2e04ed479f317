-- Since when ingest servers could store payloads on this server without a gap, in one row.
create table ingest_uptime (
  is_only boolean not null primary key default true check (is_only),
  since timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 50);
