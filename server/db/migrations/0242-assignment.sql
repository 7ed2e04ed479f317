-- How a team's conversations are assigned by themselves: a team without a row assigns none.
create table assignment_rules (
  workspace_id uuid not null,
  team_id uuid not null,
  method text not null check (method in ('round_robin', 'least_busy')),
  capacity integer check (capacity > 0),
  sticky_days integer not null check (sticky_days >= 0),
  relax_minutes integer check (relax_minutes > 0),
  hand_back_minutes integer check (hand_back_minutes > 0),
  updated_at timestamptz not null,
  primary key (workspace_id, team_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade deferrable
);
comment on column assignment_rules.capacity is 'most open conversations of a member, in all teams; null: any number';
comment on column assignment_rules.sticky_days is 'for so many days a conversation goes to who answered it last; 0: to anybody';
comment on column assignment_rules.relax_minutes is 'after so many minutes, skills count no longer; null: they always count';
comment on column assignment_rules.hand_back_minutes is 'who is offline for so many minutes hands open conversations back; null: keeps them';

-- What a team's assignment knows of a member.
create table assignment_places (
  workspace_id uuid not null,
  team_id uuid not null,
  membership_id uuid not null,
  capacity integer check (capacity >= 0),
  skill_tag_ids uuid[] not null default '{}',
  languages text[] not null default '{}',
  last_assigned_at timestamptz,
  offline_since timestamptz,
  primary key (workspace_id, team_id, membership_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade deferrable
);
comment on column assignment_places.capacity is 'instead of that of the team';
comment on column assignment_places.skill_tag_ids is 'conversations with these tags go to this member, and to others with them';
comment on column assignment_places.languages is 'contacts with these languages go to this member, and to others with them; tags of BCP 47';

-- What acts on the events of a workspace: up to which event it has, and when it is next due without one.
create table followers (
  workspace_id uuid not null,
  kind text not null,
  position bigint not null,
  due_at timestamptz,
  primary key (workspace_id, kind)
);
create index followers_due on followers (kind, due_at) where due_at is not null;
