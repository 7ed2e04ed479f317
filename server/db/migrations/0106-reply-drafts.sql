-- Replies that a program proposes and an agent sends.
create table reply_drafts (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  text text not null,
  status text not null default 'open' check (status in ('open', 'sent', 'discarded')),
  author_type text not null check (author_type in ('api_key', 'member')),
  author_id uuid not null,
  author_name text,
  message_id uuid,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
comment on column reply_drafts.author_name is 'of a key, when it wrote the draft';
comment on column reply_drafts.message_id is 'the message as which it was sent; not a foreign key, because messages are deleted earlier';
create index reply_drafts_chat on reply_drafts (workspace_id, chat_id, created_at desc, id desc);
create index reply_drafts_open on reply_drafts (workspace_id, created_at desc, id desc) where status = 'open';
create index reply_drafts_created on reply_drafts (created_at);
