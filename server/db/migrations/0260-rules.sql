-- Rules, which act on conversations by themselves, and macros, whose actions members run.
create table rules (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  place integer not null,
  is_on boolean not null default false,
  live_since timestamptz,
  off jsonb,
  trigger jsonb not null,
  conditions jsonb not null,
  actions jsonb not null,
  repeat text not null check (repeat in ('always', 'round', 'once')),
  stops boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
-- In this order, so that it is no better for the look-ups of foreign keys than the primary key.
create unique index rules_name on rules (lower(name), workspace_id);
comment on column rules.place is 'rules run in this order, and those with the same place by their ids';
comment on column rules.live_since is 'when it was switched on last';
comment on column rules.off is 'why the rule switched itself off; null: it did not';

create table rule_firings (
  workspace_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  chat_id uuid not null,
  episode text not null,
  event_position bigint not null,
  chain uuid[] not null,
  is_answer boolean not null,
  result text not null check (result in ('done', 'partly')),
  actions jsonb not null,
  seen jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade deferrable,
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
create unique index rule_firings_episode on rule_firings (workspace_id, rule_id, chat_id, episode);
create index rule_firings_chat on rule_firings (workspace_id, chat_id, id);
create index rule_firings_rule on rule_firings (workspace_id, rule_id, id);
comment on column rule_firings.episode is 'a rule fires once in each stretch of a conversation: an event, a round, a wait';
comment on column rule_firings.chain is 'the rules whose firings led to it, and its own rule last';
comment on column rule_firings.is_answer is 'the event was not caused by a person';
comment on column rule_firings.actions is 'each action with its result, up to the first that failed';
alter table rule_firings alter column workspace_id set (n_distinct = 100);

create table rule_checks (
  workspace_id uuid not null,
  chat_id uuid not null,
  event_position bigint not null,
  misses jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, chat_id, event_position),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
create index rule_checks_created on rule_checks (workspace_id, created_at);
comment on table rule_checks is 'why rules that looked at a conversation did not fire, for seven days';
alter table rule_checks alter column workspace_id set (n_distinct = 100);

create table rule_timers (
  workspace_id uuid not null,
  rule_id uuid not null,
  chat_id uuid not null,
  episode text not null,
  state text,
  due_at timestamptz not null,
  moment jsonb not null,
  primary key (workspace_id, rule_id, chat_id, episode),
  foreign key (workspace_id, rule_id) references rules (workspace_id, id) on delete cascade deferrable,
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
create index rule_timers_due on rule_timers (workspace_id, due_at);
create index rule_timers_chat on rule_timers (workspace_id, chat_id);
comment on column rule_timers.state is 'the key of the state that must still last when it is due; null: the rule waits after an event';
comment on column rule_timers.moment is 'what happened, without the state of the conversation, which is read when it is due';
alter table rule_timers alter column workspace_id set (n_distinct = 100);

create table macros (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  team_id uuid,
  membership_id uuid,
  actions jsonb not null,
  uses integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade deferrable,
  check (team_id is null or membership_id is null)
);
create unique index macros_name on macros (workspace_id, membership_id, lower(name)) nulls not distinct;
comment on column macros.team_id is 'only members of the team have it';
comment on column macros.membership_id is 'only this member has it; without a team and a member, all have it';
