-- Programs that answer customers by themselves. Conversations are assigned to them as to members.
create table bots (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  timeout_seconds integer not null check (timeout_seconds > 0),
  failures integer not null default 0,
  failed_at timestamptz,
  off_at timestamptz,
  off_reason text check (off_reason in ('by_hand', 'failures')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (workspace_id, id)
);
comment on column bots.timeout_seconds is 'a bot that does not act for so long after a message loses the conversation';
comment on column bots.failures is 'time-outs since the bot last acted in time';
comment on column bots.off_at is 'since then it gets no new conversations';

-- What a bot owes a conversation that it holds.
create table bot_turns (
  workspace_id uuid not null,
  chat_id uuid not null,
  bot_id uuid not null,
  holder_version integer not null,
  since timestamptz,
  inbound_at timestamptz,
  due_at timestamptz,
  done_position bigint,
  primary key (workspace_id, chat_id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
comment on column bot_turns.since is 'the first message after which the bot has not acted';
comment on column bot_turns.inbound_at is 'the newest message that the bot must act on';
comment on column bot_turns.due_at is 'when the bot loses the conversation; null: it has acted';
comment on column bot_turns.done_position is 'the position of the last event when the bot acted last';
create index bot_turns_due on bot_turns (workspace_id, due_at) where due_at is not null;
alter table bot_turns alter column workspace_id set (n_distinct = 100);

-- The bot that gets new and reopened conversations of the team, unless their channel has one.
alter table teams add column bot_id uuid;
