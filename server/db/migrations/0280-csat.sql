-- How a workspace asks its customers for ratings. Without a row, it does not.
create table csat_settings (
  workspace_id uuid primary key,
  is_on boolean not null,
  delay_minutes integer not null check (delay_minutes >= 0),
  person_days integer not null check (person_days >= 0),
  scale integer not null check (scale in (3, 5)),
  way text not null check (way in ('buttons', 'link')),
  asks_comment boolean not null,
  template text,
  off_team_ids uuid[] not null default '{}',
  texts jsonb not null,
  updated_at timestamptz not null
);
comment on column csat_settings.delay_minutes is 'from the close of a conversation to the question';
comment on column csat_settings.person_days is 'a contact is asked at most once in so many days';
comment on column csat_settings.template is 'name of the template outside the customer service window; null: the customer is not asked then';
comment on column csat_settings.off_team_ids is 'teams whose conversations are not rated';
comment on column csat_settings.texts is 'an object per language; the first is for customers whose language is not known';

-- The question after a round of a conversation, and its answer. A round is asked about at most once.
create table csat_requests (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  round_at timestamptz not null,
  state text not null check (state in ('due', 'asked', 'answered', 'skipped', 'dropped')),
  skip_reason text,
  due_at timestamptz,
  channel_id uuid not null,
  team_id uuid,
  member_id uuid,
  language text,
  scale integer,
  message_id uuid,
  asked_at timestamptz,
  rating integer check (rating between 1 and 5),
  comment text,
  answered_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, chat_id, round_at),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
alter table csat_requests alter column workspace_id set (n_distinct = 100);
create index csat_requests_due on csat_requests (workspace_id, due_at) where due_at is not null;
create index csat_requests_asked on csat_requests (workspace_id, asked_at) where asked_at is not null;
comment on column csat_requests.round_at is 'when the round began: the creation or the reopening of the conversation';
comment on column csat_requests.due_at is 'when the worker asks, or thanks for the answer; null: nothing is to be done';
comment on column csat_requests.member_id is 'the membership that replied last in the round';
