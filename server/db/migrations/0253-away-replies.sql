-- When a team answers by itself that it is away, and with which words. A team without a row does not; null is what has no team.
create table away_settings (
  workspace_id uuid not null,
  id uuid not null,
  team_id uuid,
  is_on boolean not null,
  condition text not null check (condition in ('outside_hours', 'nobody_online', 'either', 'both')),
  texts jsonb not null,
  pause_hours integer not null check (pause_hours >= 0),
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique nulls not distinct (workspace_id, team_id),
  foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade deferrable
);
comment on column away_settings.texts is 'language and text of each; the first one is for all other languages';
comment on column away_settings.pause_hours is 'a contact gets at most one away reply in so many hours';

-- The away reply of a round of a conversation: the time at which it was opened last. Each round has at most one.
create table away_replies (
  workspace_id uuid not null,
  chat_id uuid not null,
  round_at timestamptz not null,
  message_id uuid,
  reason text,
  created_at timestamptz not null,
  primary key (workspace_id, chat_id, round_at),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable,
  check ((message_id is null) = (reason is not null))
);
alter table away_replies alter column workspace_id set (n_distinct = 100);
comment on column away_replies.reason is 'why it could not be sent';
