-- Lanes: what customers send as files is fetched by a job, one lane for each channel.

alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail', 'media'));

-- Channels: what the platform says of an account.

alter table channels
  add business_account text,
  add account_status text not null default 'active'
    check (account_status in ('active', 'restricted', 'disabled', 'disconnected')),
  add account_reason text,
  add account_status_at timestamptz,
  add quality text,
  add messaging_limit text,
  add limits_at timestamptz,
  add username text,
  add last_inbound_at timestamptz;
comment on column channels.business_account is 'the WhatsApp business account (WABA) that the number belongs to, learnt from what arrives';
comment on column channels.last_inbound_at is 'when something last came in for it, to ten seconds';
comment on column channels.account_status_at is 'the platform''s time of what account_status says: older news changes nothing';

-- Directory: which workspaces have numbers of a business account.
create table business_account_routes (
  platform text not null,
  account text not null,
  workspace_id uuid not null references workspaces,
  primary key (platform, account, workspace_id)
);

-- What a platform reported that is no message: of accounts, templates, quality, groups, people.
create table channel_events (
  workspace_id uuid not null,
  id uuid not null,
  fingerprint bytea not null,
  channel_id uuid,
  business_account text,
  field text not null,
  event text,
  data jsonb not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, fingerprint)
);
comment on column channel_events.fingerprint is 'hash of all that makes a repeat the same';
create index channel_events_channel on channel_events (workspace_id, channel_id, id desc);

create table templates (
  workspace_id uuid not null,
  business_account text not null,
  name text not null,
  language text not null,
  platform_template_id text,
  category text,
  category_at timestamptz,
  status text,
  status_reason text,
  status_at timestamptz,
  quality text,
  quality_at timestamptz,
  components jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, business_account, name, language)
);

-- People: what else happens to them.

alter table timeline_entries drop constraint timeline_entries_kind_check;
alter table timeline_entries add constraint timeline_entries_kind_check
  check (kind in ('lead', 'ticket', 'note', 'form', 'identity_conflict', 'identity_change', 'preference'));

-- Chats of groups: the recipient is the group.

alter table chats
  add is_group boolean not null default false,
  add title text;

-- Messages: where they came from, what they answer, and what became of their words.

alter table messages
  add origin text check (origin in ('echo', 'history')),
  add reply_to_id uuid,
  add reply_to_platform_id text,
  add reactions jsonb,
  add edited_at timestamptz,
  add revoked_at timestamptz;
comment on column messages.origin is 'echo: sent by another app of ours, such as the phone; history: from before the channel was connected';
comment on column messages.content is 'what the platform''s node says beside text and media';
create index messages_replies on messages (workspace_id, channel_id, reply_to_platform_id)
  where reply_to_platform_id is not null and reply_to_id is null;

-- Edits, revocations and reactions, each kept once, also before their message is known.
create table message_updates (
  workspace_id uuid not null,
  channel_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('edit', 'revoke', 'reaction')),
  platform_update_id text not null,
  platform_message_id text not null,
  message_id uuid,
  direction text not null check (direction in ('inbound', 'outbound')),
  actor text not null,
  person_id uuid,
  text text,
  occurred_at timestamptz not null,
  primary key (workspace_id, channel_id, kind, platform_update_id)
);
comment on column message_updates.id is 'in the order of arrival, which decides within a second';
comment on column message_updates.platform_message_id is 'the message that it speaks of';
comment on column message_updates.direction is 'inbound: by the customer; outbound: by our side';
comment on column message_updates.text is 'the emoji (null: taken back), or the new text';
create index message_updates_message on message_updates (workspace_id, channel_id, platform_message_id);

alter table message_statuses add details jsonb;
create index message_statuses_parked on message_statuses (workspace_id, occurred_at) where message_id is null;
comment on column message_statuses.details is 'pricing, conversation, errors and recipient, as the platform gave them';

-- Until when a chat's outbound messages were delivered and read, where the platform reports it so.
create table chat_watermarks (
  workspace_id uuid not null,
  channel_id uuid not null,
  recipient text not null,
  delivered_until timestamptz,
  read_until timestamptz,
  primary key (workspace_id, channel_id, recipient)
);

-- Files that came with messages: the work rows of the lanes that fetch them.
create table media_files (
  workspace_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  message_id uuid not null,
  platform_media_id text,
  url text,
  mime_type text,
  filename text,
  expected_sha256 text,
  status text not null default 'pending' check (status in ('pending', 'stored', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  error text,
  size_bytes bigint,
  sha256 text,
  created_at timestamptz not null,
  stored_at timestamptz,
  primary key (workspace_id, id)
);
comment on column media_files.url is 'of the platform, good for minutes; a new one is asked for by platform_media_id';
comment on column media_files.expected_sha256 is 'base64, as the platform named it';
create index media_files_message on media_files (workspace_id, message_id);
create index media_files_revoked on media_files (workspace_id, id) where error = 'revoked';
create index media_files_pending on media_files (workspace_id, channel_id, due_at) where status = 'pending';

-- The inbound log: found by whose it is and by what became of it.

alter table inbound_payloads add labels text[] not null default '{}';
comment on column inbound_payloads.labels is 'account:…, business_account:…, kind:… and result:… of its items';
create index inbound_payloads_labels on inbound_payloads using gin (labels);
create index inbound_payloads_unsettled on inbound_payloads (workspace_id, status, id desc) where status <> 'processed';

-- Sending: what a number may do, and what holds it.

alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail', 'media', 'templates'));

alter table channels
  add send_rate integer not null default 80 check (send_rate > 0),
  add send_pair_burst integer not null default 40 check (send_pair_burst > 0),
  add send_held_until timestamptz,
  add send_error_code text,
  add send_error_message text,
  add send_stopped_at timestamptz,
  add templates_due_at timestamptz,
  add templates_synced_at timestamptz,
  add templates_error text;
comment on column channels.send_rate is 'messages a second that the platform takes from this number';
comment on column channels.send_pair_burst is 'messages that one recipient takes at once; one in six seconds follows';
comment on column channels.send_held_until is 'nothing is sent before: the platform throttled or refused the account, for send_error_code';
comment on column channels.send_stopped_at is 'since when the platform refuses the account; its messages wait';
comment on column channels.templates_due_at is 'when its templates are next read from the platform; null: at once';

-- Every try of an outbound message, noted before the platform is called.
create table message_attempts (
  workspace_id uuid not null,
  message_id uuid not null,
  id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('accepted', 'ambiguous', 'retry', 'hold', 'throttle', 'stop', 'rejected')),
  error_code text,
  error_message text,
  platform_message_id text,
  next_at timestamptz,
  primary key (workspace_id, message_id, id)
);
comment on column message_attempts.outcome is 'null while it is under way, or when its process died';

-- Files that are uploaded to be sent, and the ids under which the platform has them.
create table media_uploads (
  workspace_id uuid not null,
  id uuid not null,
  mime_type text not null,
  filename text,
  size_bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create table media_upload_copies (
  workspace_id uuid not null,
  upload_id uuid not null,
  channel_id uuid not null,
  platform_media_id text not null,
  expires_at timestamptz not null,
  primary key (workspace_id, upload_id, channel_id)
);

alter table templates add id uuid not null default gen_random_uuid();
create unique index templates_id on templates (workspace_id, id);
create index templates_newest on templates (workspace_id, updated_at desc, id desc);
