-- Notifications of members, and how each member wants to be notified.
create table notifications (
  workspace_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  kind text not null check (kind in ('message', 'mention', 'assignment', 'reminder', 'test')),
  source_id uuid not null,
  chat_id uuid,
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  mail_due_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, membership_id, kind, source_id),
  foreign key (workspace_id, membership_id) references memberships on delete cascade,
  foreign key (workspace_id, chat_id) references chats on delete cascade
);
create index notifications_list on notifications (workspace_id, membership_id, id desc);
create index notifications_unread on notifications (workspace_id, membership_id, chat_id) where read_at is null;
create index notifications_chat on notifications (workspace_id, chat_id);
create index notifications_mail on notifications (workspace_id, mail_due_at) where mail_due_at is not null;
comment on column notifications.source_id is 'message: the message; mention: the note; assignment, reminder: the change of the conversation; test: random';
comment on column notifications.mail_due_at is 'when the member gets a mail if they have not been here until then; null: no mail';

create table notification_settings (
  workspace_id uuid not null,
  membership_id uuid not null,
  rules text[] not null default '{mine,mentions,unassigned}',
  by_mail boolean not null default true,
  sound boolean not null default true,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text not null default 'UTC',
  seen_at timestamptz,
  mailed_at timestamptz,
  primary key (workspace_id, membership_id),
  foreign key (workspace_id, membership_id) references memberships on delete cascade
);
comment on column notification_settings.quiet_from is 'minutes since midnight; null: no quiet hours';
comment on column notification_settings.seen_at is 'when the member last had the web app open';

-- The last event of each workspace of which the members were notified.
create table notification_cursors (
  workspace_id uuid primary key,
  position bigint not null
);
insert into notification_cursors select workspace_id, event_position from workspace_counters;
