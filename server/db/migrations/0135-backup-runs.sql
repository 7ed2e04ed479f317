-- Scheduled backups: when each was due, when it was written, and where; or why it failed.
create table backup_runs (
  id uuid not null primary key,
  due_at timestamptz not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  file text,
  bytes bigint,
  error text,
  constraint backup_runs_result check ((file is null) = (bytes is null) and (file is null) <> (error is null))
);
