-- By when the customers of some conversations are to be answered, and the conversations to be closed.
create table sla_policies (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  position integer not null,
  conditions jsonb not null,
  notify text[] not null,
  version integer not null,
  revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
create unique index sla_policies_name on sla_policies (workspace_id, lower(name)) where deleted_at is null;
comment on column sla_policies.position is 'the first policy whose conditions a conversation meets is applied to it';
comment on column sla_policies.revision is 'grows with changes of business hours: open rounds that were computed with a smaller one are computed again';
comment on column sla_policies.deleted_at is 'kept for its rounds';

create table sla_policy_versions (
  workspace_id uuid not null,
  policy_id uuid not null,
  version integer not null,
  terms jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, policy_id, version),
  foreign key (workspace_id, policy_id) references sla_policies (workspace_id, id) on delete cascade deferrable
);

-- The rounds of conversations to which a policy was applied. A round lasts from the creation or the reopening of a conversation until its close.
create table sla_rounds (
  workspace_id uuid not null,
  chat_id uuid not null,
  round_at timestamptz not null,
  policy_id uuid not null,
  policy_version integer not null,
  applied_at timestamptz,
  is_open boolean not null,
  revision integer not null,
  computed_at timestamptz not null,
  primary key (workspace_id, chat_id, round_at),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
create index sla_rounds_open on sla_rounds (workspace_id, policy_id, revision) where is_open;
alter table sla_rounds alter column workspace_id set (n_distinct = 100);
comment on column sla_rounds.revision is 'of the policy, with which it was computed';
comment on column sla_rounds.applied_at is 'if that was not at the start of the round: no clock runs before';

create table sla_targets (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  round_at timestamptz not null,
  metric text not null check (metric in ('first_response', 'next_response', 'resolution')),
  number integer not null,
  policy_id uuid not null,
  team_id uuid,
  state text not null check (state in ('running', 'paused', 'met', 'breached', 'not_needed', 'canceled')),
  started_at timestamptz not null,
  consumed_ms bigint not null,
  running_since timestamptz,
  due_at timestamptz,
  warning_at timestamptz,
  warned_at timestamptz,
  breached_at timestamptz,
  noticed_at timestamptz,
  ended_at timestamptz,
  decided_at timestamptz,
  next_at timestamptz,
  primary key (workspace_id, chat_id, round_at, metric, number),
  foreign key (workspace_id, chat_id, round_at) references sla_rounds (workspace_id, chat_id, round_at) on delete cascade deferrable
);
create index sla_targets_next on sla_targets (workspace_id, next_at) where next_at is not null;
create index sla_targets_open on sla_targets (workspace_id, chat_id)
  where state in ('running', 'paused', 'breached') and ended_at is null;
create index sla_targets_decided on sla_targets (workspace_id, decided_at) where decided_at is not null;
alter table sla_targets alter column workspace_id set (n_distinct = 100);
comment on column sla_targets.number is 'counts the targets of a metric in a round';
comment on column sla_targets.team_id is 'of the conversation when it was computed last';
comment on column sla_targets.consumed_ms is 'of its clock, until running_since or the end';
comment on column sla_targets.warned_at is 'when the warning was recorded';
comment on column sla_targets.breached_at is 'the due time that passed';
comment on column sla_targets.noticed_at is 'when the breach was recorded';
comment on column sla_targets.ended_at is 'when a person answered or the conversation was closed, also after a breach';
comment on column sla_targets.decided_at is 'when it was met, breached or not needed: reports count it then';
comment on column sla_targets.next_at is 'when its warning or breach is to be recorded';
