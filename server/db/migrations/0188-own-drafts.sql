-- Unsent replies and notes of members. Only their authors read them.
create table own_drafts (
  workspace_id uuid not null,
  membership_id uuid not null,
  chat_id uuid not null,
  kind text not null check (kind in ('reply', 'note')),
  version uuid not null,
  text text not null,
  mentions jsonb not null default '[]',
  seen_until timestamptz,
  updated_at timestamptz not null,
  primary key (workspace_id, membership_id, chat_id, kind),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
comment on column own_drafts.version is 'chosen by the browser that saved the text; a message or note that is made of the draft names it, so that a draft is sent once';
comment on column own_drafts.seen_until is 'the author has seen the replies of other members up to this time (decision 176)';
alter table own_drafts alter column workspace_id set (n_distinct = 1);
create index own_drafts_chat on own_drafts (workspace_id, chat_id);
create index own_drafts_updated on own_drafts (updated_at);
