-- Pictures of members and, without a membership, of the workspace: at most one of each. They are small, so that they lie with the
-- accounts they belong to, in each backup of them.
create table pictures (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  membership_id uuid,
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (id),
  unique nulls not distinct (workspace_id, membership_id),
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id) on delete cascade
);
comment on column pictures.bytes is 'WebP';
