-- Pictures of members and, without a membership, of the workspace: at most one of each. The file storage has their bytes.
create table pictures (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  membership_id uuid,
  size_bytes integer not null,
  created_at timestamptz not null,
  primary key (id),
  unique nulls not distinct (workspace_id, membership_id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id) on delete cascade
);

-- Files of pictures that nobody has: not yet, or no longer. Housekeeping deletes them.
create table unused_pictures (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  since timestamptz not null,
  primary key (workspace_id, id)
);
-- Housekeeping reads the oldest.
create index unused_pictures_since on unused_pictures (since);
comment on column unused_pictures.since is 'when the file was going to be written, or the picture was removed';
