-- What macros did in conversations, so that the one who ran them can undo it for a minute.
create table macro_runs (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  macro_id uuid not null,
  actor_type text not null,
  actor_id uuid,
  done jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, id, chat_id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
create index macro_runs_chat on macro_runs (workspace_id, chat_id);
create index macro_runs_created on macro_runs (created_at);
comment on column macro_runs.done is 'the state before and after, and what was created';
alter table macro_runs alter column workspace_id set (n_distinct = 100);
