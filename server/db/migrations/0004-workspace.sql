-- The web app: what agents and admins do beside reading and sending.

-- Search in people and messages. Both extensions come with PostgreSQL; the owner of a database may create them.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

alter table people add search text generated always as (
  coalesce(name, '') || ' ' || coalesce(phone_e164, '') || ' ' || coalesce(email, '')
) stored;
create index people_search on people using gin (workspace_id, search gin_trgm_ops);
create index messages_search on messages using gin (workspace_id, text gin_trgm_ops) where text is not null;

-- Members: who left stays named by what they did.

alter table memberships
  add removed_at timestamptz;

create table invitations (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  token_hash bytea not null unique,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'agent')),
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
create unique index invitations_open on invitations (workspace_id, email)
  where accepted_at is null and revoked_at is null;

alter table users add locale text check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$');
comment on column users.locale is 'of the web app; null: the browser''s';

-- Who did what: the audit log of a workspace.
create table audit_entries (
  workspace_id uuid not null,
  id uuid not null,
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id text,
  data jsonb not null default '{}',
  occurred_at timestamptz not null,
  primary key (workspace_id, id)
);
comment on column audit_entries.action is 'such as api_key.created';
comment on column audit_entries.data is 'names and what changed, for the reader; never a secret';
create index audit_entries_action on audit_entries (workspace_id, action, id desc);
create index audit_entries_actor on audit_entries (workspace_id, actor_id, id desc);

-- Chats: how long they sleep, when their present round began, and all that was done with them.

alter table chats
  add snoozed_until timestamptz,
  add opened_at timestamptz,
  add closed_at timestamptz;
comment on column chats.opened_at is 'when it was last reopened; null: it has been open since created_at';
create index chats_snoozed on chats (workspace_id, snoozed_until) where status = 'snoozed';
create index chats_assignee on chats (workspace_id, assignee_id, status);

create table chat_changes (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  kind text not null check (kind in ('assigned', 'snoozed', 'closed', 'reopened', 'tagged', 'untagged', 'merged')),
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  data jsonb not null default '{}',
  occurred_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade
);
comment on column chat_changes.data is
  'assigned: assignee_id; snoozed: until; closed: opened_at of the round that ended; tagged: tag_id and name';
create index chat_changes_chat on chat_changes (workspace_id, chat_id, occurred_at desc, id desc);
create index chat_changes_kind on chat_changes (workspace_id, kind, id desc);

create table notes (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  author_type text not null check (author_type in ('api_key', 'member')),
  author_id uuid,
  text text not null,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade
);
comment on table notes is 'internal: no customer and no platform ever gets one';
comment on column notes.mentions is 'memberships';
create index notes_chat on notes (workspace_id, chat_id, created_at desc, id desc);

create table mentions (
  workspace_id uuid not null,
  membership_id uuid not null,
  note_id uuid not null,
  chat_id uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  primary key (workspace_id, membership_id, note_id),
  foreign key (workspace_id, note_id) references notes (workspace_id, id) on delete cascade
);

create table tags (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  color text not null default 'gray',
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index tags_name on tags (workspace_id, lower(name));

create table chat_tags (
  workspace_id uuid not null,
  chat_id uuid not null,
  tag_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, chat_id, tag_id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade,
  foreign key (workspace_id, tag_id) references tags (workspace_id, id) on delete cascade
);
create index chat_tags_tag on chat_tags (workspace_id, tag_id, chat_id);

create table canned_replies (
  workspace_id uuid not null,
  id uuid not null,
  shortcut text not null,
  text text not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index canned_replies_shortcut on canned_replies (workspace_id, lower(shortcut));

-- Filters that somebody keeps, for themselves or for all.
create table views (
  workspace_id uuid not null,
  id uuid not null,
  subject text not null check (subject in ('chats', 'contacts', 'tickets')),
  name text not null,
  filters jsonb not null,
  owner_id uuid,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
comment on column views.owner_id is 'the membership that sees it; null: everybody';
comment on column views.created_by is 'the membership that made it; null: an API key did';

alter table messages add retry_of_id uuid;
comment on column messages.retry_of_id is 'the failed message that this one is sent instead of';
create index messages_retries on messages (workspace_id, retry_of_id) where retry_of_id is not null;
create index messages_uploads on messages (workspace_id, (media ->> 'id'))
  where direction = 'outbound' and media ->> 'id' is not null;

-- People: merged ones stay, and lead to the one they were merged into.

alter table people
  add merged_into_id uuid,
  add fields jsonb not null default '{}';
comment on column people.fields is 'further facts by name, as imports and agents keep them';
create index people_merged on people (workspace_id, merged_into_id) where merged_into_id is not null;
create index people_source on people (workspace_id, source, updated_at desc, id desc);
create index people_name on people (workspace_id, (lower(left(coalesce(name, ''), 50))), id);

create table person_merges (
  workspace_id uuid not null,
  id uuid not null,
  survivor_id uuid not null,
  merged_id uuid not null,
  before jsonb not null,
  moved jsonb not null,
  actor_type text not null,
  actor_id uuid,
  merged_at timestamptz not null,
  undone_at timestamptz,
  primary key (workspace_id, id)
);
comment on column person_merges.before is 'the fields of both, as they were';
comment on column person_merges.moved is 'ids of what went from the merged to the survivor, by table';
create index person_merges_survivor on person_merges (workspace_id, survivor_id, id desc);

alter table timeline_entries drop constraint timeline_entries_kind_check;
alter table timeline_entries add constraint timeline_entries_kind_check
  check (kind in ('lead', 'ticket', 'note', 'form', 'identity_conflict', 'identity_change', 'preference', 'merge'));
create index timeline_entries_leads on timeline_entries (workspace_id, id) where kind = 'lead';

create table imports (
  workspace_id uuid not null,
  id uuid not null,
  filename text not null,
  body bytea,
  delimiter text not null,
  columns text[] not null,
  samples jsonb not null,
  mapping jsonb,
  status text not null default 'uploaded'
    check (status in ('uploaded', 'checking', 'checked', 'running', 'completed', 'failed', 'cancelled')),
  row_count integer not null default 0,
  done_count integer not null default 0,
  done_bytes integer not null default 0,
  created_count integer not null default 0,
  matched_count integer not null default 0,
  rejected_count integer not null default 0,
  error text,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (workspace_id, id)
);
comment on column imports.body is 'the file, UTF-8 without a mark; null once it is no longer needed';
comment on column imports.samples is 'the cells of its first rows';
comment on column imports.mapping is 'by column: the field that its cells go into';
comment on column imports.done_bytes is 'where in the body the next row begins';
create index imports_open on imports (workspace_id, id) where status in ('checking', 'running');

create table import_rejects (
  workspace_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  code text not null,
  message text not null,
  cells text[] not null,
  primary key (workspace_id, import_id, row_number),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);

alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail', 'media', 'templates', 'import'));

-- Tickets: found by who has them, by when they are due, and by their words.

create index tickets_open on tickets (workspace_id, status, updated_at desc, id desc);
create index tickets_due on tickets (workspace_id, due_at) where due_at is not null and status in ('open', 'pending');
create index tickets_assignee on tickets (workspace_id, assignee_id, updated_at desc, id desc);
create index tickets_search on tickets using gin (workspace_id, title gin_trgm_ops);
create index tickets_priority on tickets (workspace_id,
  (array_position(array['low', 'medium', 'high', 'urgent'], priority)) desc, updated_at desc, id desc);
create index tickets_due_order on tickets (workspace_id, (coalesce(due_at, '9999-12-31 00:00:00+00')), id);
alter table tickets
  add solved_at timestamptz,
  add chat_id uuid,
  add foreign key (workspace_id, chat_id) references chats (workspace_id, id);
create index tickets_chat on tickets (workspace_id, chat_id) where chat_id is not null;
update tickets set chat_id = messages.chat_id from messages
where messages.workspace_id = tickets.workspace_id and messages.id = tickets.message_id;
update tickets set solved_at = updated_at where status in ('solved', 'closed');

-- Forms: what the developer area shows of them.

alter table forms
  add token_last_four text,
  add rotated_at timestamptz,
  add deleted_at timestamptz;

-- Channels: one that was disconnected keeps its conversations, and can be connected again.

alter table channels add disconnected_at timestamptz;
