-- Teams with their members and channels, custom roles, and keys that see only the conversations of teams. A membership has the name of a
-- built-in role or the id of a custom one, which the verbs check.
create table teams (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create unique index teams_name on teams (workspace_id, lower(name)) where deleted_at is null;
comment on column teams.deleted_at is 'since when its conversations and tickets are moved to no team, in batches; then the row is deleted';

create table team_members (
  workspace_id uuid not null,
  team_id uuid not null,
  membership_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, team_id, membership_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade deferrable
);
create index team_members_member on team_members (workspace_id, membership_id, team_id);

create table roles (
  workspace_id uuid not null references workspaces (id),
  id text not null,
  name text,
  scopes text[],
  visibility text not null check (visibility in ('all', 'teams', 'own')),
  sees_no_team boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  check ((name is null) = (scopes is null))
);
create unique index roles_name on roles (workspace_id, lower(name));
comment on table roles is 'custom roles, and the visibility of built-in ones if it was changed';
comment on column roles.id is 'the name of a built-in role, or the id of a custom one';
comment on column roles.name is 'null: a built-in role, whose name and scopes are constants of the program';

alter table channels
  add column team_id uuid,
  add constraint channels_workspace_id_team_id_fkey
    foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete set null (team_id) deferrable;
comment on column channels.team_id is 'the team of new conversations';

alter table api_keys
  add column team_ids uuid[],
  add column sees_no_team boolean not null default false;
comment on column api_keys.team_ids is 'the teams whose conversations it sees; null: those of the whole workspace';
comment on column api_keys.sees_no_team is 'with team_ids: whether it also sees conversations without a team';

alter table sso_connections
  add column team_claim text,
  add column team_values jsonb not null default '{}';
comment on column sso_connections.team_values is 'value of the claim → ids of teams; a member is in these teams and leaves the others that the mapping names';

alter table memberships drop constraint memberships_role_check;
alter table invitations drop constraint invitations_role_check;
alter table sso_connections drop constraint sso_connections_default_role_check;
