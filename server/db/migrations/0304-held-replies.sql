-- Replies that wait some seconds before they are sent, so that their authors can undo them.
create table held_replies (
  workspace_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  chat_id uuid not null,
  input jsonb not null,
  seen_until timestamptz,
  closes boolean not null default false,
  due_at timestamptz,
  error_code text,
  error_message text,
  created_at timestamptz not null,
  cause text,
  primary key (workspace_id, id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
create index held_replies_due on held_replies (workspace_id, due_at) where due_at is not null;
create index held_replies_all_due on held_replies (due_at) where due_at is not null;
create index held_replies_member on held_replies (workspace_id, membership_id);
create index held_replies_chat on held_replies (workspace_id, chat_id);
create index held_replies_created on held_replies (created_at);
comment on column held_replies.input is 'the message, as the verb that sends it reads it';
comment on column held_replies.closes is 'whether the conversation is closed with it';
comment on column held_replies.due_at is 'when it is sent; null: it could not be sent';
