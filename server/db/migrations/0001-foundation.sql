-- Directory tables: read before the workspace is known, small, replicated to every node of a cluster.

create table workspaces (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  unmatched_phone text not null default 'reject' check (unmatched_phone in ('reject', 'first_conversation')),
  default_country text not null default 'IN' check (default_country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null
);

create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  workspace_id uuid references workspaces,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  scope text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounts_user on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);

create table memberships (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  user_id uuid not null references users,
  role text not null check (role in ('admin', 'agent')),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, user_id)
);
create index memberships_user on memberships (user_id);

create table api_keys (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  hash bytea not null unique,
  last_four text not null,
  name text not null,
  scopes text[] not null,
  rate_limit integer check (rate_limit > 0),
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id)
);
comment on column api_keys.rate_limit is 'requests a second; null: no limit';

create table channel_routes (
  platform text not null,
  account text not null,
  workspace_id uuid not null references workspaces,
  channel_id uuid not null,
  primary key (platform, account)
);
comment on column channel_routes.account is 'the platform''s id of our side: a WhatsApp phone number id, a page id';

create table form_routes (
  token_hash bytea primary key,
  workspace_id uuid not null references workspaces,
  form_id uuid not null,
  is_open boolean not null default false
);
create unique index form_routes_open on form_routes (is_open) where is_open;

-- Lanes: which targets have work due. Not a truth: the work rows are; a lost lane is found again by the sweeper.
create table lanes (
  kind text not null check (kind in ('webhook', 'send', 'inbound')),
  workspace_id uuid not null,
  target_id uuid not null,
  due_at timestamptz,
  wakes bigint not null default 0,
  lease_until timestamptz,
  lease_token uuid,
  primary key (kind, workspace_id, target_id)
) with (fillfactor = 70);
create index lanes_due on lanes (kind, due_at) where due_at is not null;

-- Tenant tables: keyed and referenced by (workspace_id, id), so another tenant's row cannot be named at all.

create table workspace_counters (
  workspace_id uuid primary key,
  event_position bigint not null default 0,
  ticket_number bigint not null default 0
) with (fillfactor = 50);

create table channels (
  workspace_id uuid not null,
  id uuid not null,
  type text not null check (type in ('whatsapp', 'messenger', 'instagram')),
  name text not null,
  account text not null,
  display_phone text,
  access_token bytea,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
comment on column channels.access_token is 'encrypted under SECRET_KEY';

create table people (
  workspace_id uuid not null,
  id uuid not null,
  name text,
  phone_e164 text,
  email text,
  source text not null,
  campaign text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (workspace_id, id)
);
create index people_updated on people (workspace_id, updated_at desc, id desc);

create table identities (
  workspace_id uuid not null,
  kind text not null check (kind in ('phone_e164', 'email', 'wa_id', 'bsuid', 'psid', 'igsid')),
  value text not null,
  person_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, kind, value),
  foreign key (workspace_id, person_id) references people (workspace_id, id)
);
create index identities_person on identities (workspace_id, person_id);

create table timeline_entries (
  workspace_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  kind text not null check (kind in ('lead', 'ticket', 'note', 'form', 'identity_conflict')),
  data jsonb not null,
  occurred_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, person_id) references people (workspace_id, id)
);
create index timeline_entries_person on timeline_entries (workspace_id, person_id, occurred_at desc, id desc);

create table chats (
  workspace_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  person_id uuid not null,
  recipient text not null,
  status text not null default 'open' check (status in ('open', 'snoozed', 'closed')),
  assignee_id uuid,
  unread_count integer not null default 0,
  last_message_id uuid,
  last_message_direction text,
  last_message_text text,
  last_message_at timestamptz,
  window_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, channel_id, recipient),
  foreign key (workspace_id, channel_id) references channels (workspace_id, id),
  foreign key (workspace_id, person_id) references people (workspace_id, id),
  foreign key (workspace_id, assignee_id) references memberships (workspace_id, id)
) with (fillfactor = 60);
comment on column chats.recipient is 'the platform''s own address of the customer (wa_id, PSID …), kept as the platform writes it';
create index chats_person on chats (workspace_id, person_id);

-- The order of the list stands apart, so that a message changes no index of chats (heap-only updates).
create table chat_activity (
  workspace_id uuid not null,
  chat_id uuid not null,
  activity_at timestamptz not null,
  primary key (workspace_id, chat_id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade
) with (fillfactor = 60);
comment on column chat_activity.activity_at is 'of the last message, or of the chat''s creation before the first one';
create index chat_activity_order on chat_activity (workspace_id, activity_at desc, chat_id desc);

create table messages (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  person_id uuid not null,
  channel_id uuid not null,
  direction text not null check (direction in ('inbound', 'outbound')),
  type text not null,
  text text,
  media jsonb,
  content jsonb,
  status text not null check (status in ('queued', 'sent', 'delivered', 'read', 'failed', 'received')),
  error_code text,
  error_message text,
  author_type text not null check (author_type in ('api_key', 'member', 'person', 'system')),
  author_id uuid,
  platform_message_id text,
  send_due_at timestamptz,
  send_attempts integer not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id)
);
comment on column messages.content is 'the platform''s own node of a message we only keep, as it came';
comment on column messages.send_due_at is 'when the worker may next hand a queued message to the platform';
create index messages_chat on messages (workspace_id, chat_id, created_at desc, id desc);
create unique index messages_platform on messages (workspace_id, channel_id, platform_message_id)
  where platform_message_id is not null;
create index messages_queued on messages (workspace_id, channel_id, id) include (send_due_at) where status = 'queued';

create table message_statuses (
  workspace_id uuid not null,
  channel_id uuid not null,
  platform_message_id text not null,
  status text not null,
  participant text not null default '',
  message_id uuid,
  occurred_at timestamptz not null,
  error_code text,
  error_message text,
  primary key (workspace_id, channel_id, platform_message_id, status, participant)
);
comment on column message_statuses.message_id is 'null while the message that it speaks of is not known yet';

create table tickets (
  workspace_id uuid not null,
  id uuid not null,
  number bigint not null,
  person_id uuid not null,
  title text not null,
  message_id uuid,
  priority text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  status text not null default 'open' check (status in ('open', 'pending', 'solved', 'closed')),
  assignee_id uuid,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, number),
  foreign key (workspace_id, person_id) references people (workspace_id, id),
  foreign key (workspace_id, message_id) references messages (workspace_id, id),
  foreign key (workspace_id, assignee_id) references memberships (workspace_id, id)
);
create index tickets_updated on tickets (workspace_id, updated_at desc, id desc);
create index tickets_person on tickets (workspace_id, person_id);

create table forms (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  provider text not null,
  secret bytea,
  redirect_url text,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
comment on column forms.secret is 'of the provider''s signature, encrypted under SECRET_KEY';

create table form_submissions (
  workspace_id uuid not null,
  form_id uuid not null,
  fingerprint text not null,
  payload_id uuid not null,
  seen_at timestamptz not null,
  primary key (workspace_id, form_id, fingerprint),
  foreign key (workspace_id, form_id) references forms (workspace_id, id)
);
comment on column form_submissions.fingerprint is 'key:… of the caller, event:… of the provider, or content:… (one minute)';

create table inbound_payloads (
  workspace_id uuid not null,
  id uuid not null,
  platform text not null,
  form_id uuid,
  parent_id uuid,
  body bytea not null,
  content_type text,
  status text not null default 'pending' check (status in ('pending', 'processed', 'unrouted', 'failed')),
  outcome jsonb,
  error text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  primary key (workspace_id, id)
);
comment on column inbound_payloads.workspace_id is 'the nil UUID while no single workspace is known';
comment on column inbound_payloads.parent_id is 'the payload of several workspaces that this one was split from';
create index inbound_payloads_pending on inbound_payloads (workspace_id, due_at, id) where status = 'pending';

create table events (
  workspace_id uuid not null,
  id uuid not null,
  position bigint not null,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, position)
);
comment on column events.body is 'the JSON exactly as it is signed and sent';

create table webhook_endpoints (
  workspace_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  events text[] not null,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  disabled_reason text check (disabled_reason in ('manual', 'failing', 'gone')),
  disabled_at timestamptz,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz,
  max_in_flight integer not null default 1 check (max_in_flight between 1 and 100),
  failing_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
comment on column webhook_endpoints.secret is 'encrypted under SECRET_KEY';

create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  position bigint not null,
  test_body text,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
  attempt_count integer not null default 0,
  attempts_max integer not null default 10,
  next_attempt_at timestamptz,
  last_response_status integer,
  last_error text,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (workspace_id, id)
) with (fillfactor = 80);
comment on column webhook_deliveries.test_body is 'the body of a test delivery, which has no row in events';
create index webhook_deliveries_fresh on webhook_deliveries (workspace_id, endpoint_id, position)
  where status = 'pending' and attempt_count = 0;
create index webhook_deliveries_retried
  on webhook_deliveries (workspace_id, endpoint_id, next_attempt_at, position)
  where status = 'pending' and attempt_count > 0;
create index webhook_deliveries_endpoint on webhook_deliveries (workspace_id, endpoint_id, id desc);

create table webhook_attempts (
  workspace_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  request_headers jsonb not null,
  response_status integer,
  response_headers jsonb,
  response_body text,
  error text,
  timings jsonb,
  primary key (workspace_id, delivery_id, number),
  foreign key (workspace_id, delivery_id) references webhook_deliveries (workspace_id, id) on delete cascade
);

create table idempotency_keys (
  workspace_id uuid not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  response_status integer,
  response_body text,
  created_at timestamptz not null,
  primary key (workspace_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
