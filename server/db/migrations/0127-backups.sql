-- The backups that the command wrote, so that the page of the operator can say how old the newest one is.
create table backups (
  id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  bytes bigint not null,
  is_encrypted boolean not null,
  has_files boolean not null
);
comment on column backups.started_at is 'the backup has what was committed before this time';
