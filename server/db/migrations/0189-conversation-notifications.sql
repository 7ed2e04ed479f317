-- The bell has one entry for each conversation: recorded once, however many members there are, and read by rule (decision 177).
create table conversation_notifications (
  workspace_id uuid not null,
  chat_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('message', 'reminder')),
  assignee_id uuid,
  message_id uuid,
  change_id uuid,
  message_count integer not null,
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  since_id uuid not null,
  is_open boolean not null,
  primary key (workspace_id, chat_id),
  foreign key (workspace_id, chat_id) references chats on delete cascade deferrable
);
create index conversation_notifications_assignee on conversation_notifications (workspace_id, assignee_id, id) where is_open;
create index conversation_notifications_newest on conversation_notifications (workspace_id, id) where is_open;
alter table conversation_notifications alter column workspace_id set (n_distinct = 1);
comment on column conversation_notifications.id is 'of the last fact, so it changes with each; in the order of creation';
comment on column conversation_notifications.assignee_id is 'that of the conversation, which the lane of notifications keeps up to date';
comment on column conversation_notifications.message_id is 'the last message of which members were notified';
comment on column conversation_notifications.change_id is 'the last change of the conversation of which members were notified';
comment on column conversation_notifications.message_count is 'messages since the conversation was last handled';
comment on column conversation_notifications.since_id is 'the message or change of the last fact; an answer with a later id handles it';
comment on column conversation_notifications.is_open is 'whether the conversation is not handled: neither answered, closed nor snoozed';

create table notification_reads (
  workspace_id uuid not null,
  membership_id uuid not null,
  subject_id uuid not null,
  read_up_to uuid not null,
  read_at timestamptz not null,
  primary key (workspace_id, membership_id, subject_id)
);
create index notification_reads_age on notification_reads (workspace_id, read_at);
alter table notification_reads alter column workspace_id set (n_distinct = 1);
comment on column notification_reads.subject_id is 'a conversation, or the workspace: all conversations';
comment on column notification_reads.read_up_to is 'the last id of conversation_notifications that the member has seen';
