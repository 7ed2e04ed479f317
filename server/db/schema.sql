-- Written by "npm run schema" from a migrated database. Not read by the product.

create table absent_workspaces (
  workspace_id uuid not null,
  state text not null
);

create table accounts (
  id uuid not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  scope text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table api_keys (
  workspace_id uuid not null,
  id uuid not null,
  hash bytea,
  last_four text not null,
  name text not null,
  scopes text[] not null,
  rate_limit integer,
  created_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  allowed_networks text[],
  mode text default 'live'::text not null,
  client_id text,
  team_ids uuid[],
  sees_no_team boolean default false not null,
  bot_id uuid
);

create table api_requests (
  workspace_id uuid not null,
  id uuid not null,
  key_id uuid not null,
  method text not null,
  route text,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  code text,
  errors jsonb default '[]'::jsonb not null,
  request_id text not null,
  bodies bytea,
  created_at timestamp with time zone not null
) partition by RANGE (id);

create table app_codes (
  hash bytea not null,
  workspace_id uuid not null,
  membership_id uuid not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  challenge text not null,
  scopes text[] not null,
  app_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table app_tokens (
  hash bytea not null,
  workspace_id uuid not null,
  app_id uuid not null,
  kind text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table applied_effects (
  workspace_id uuid not null,
  id uuid not null,
  applied_at timestamp with time zone not null
);

create table assignment_places (
  workspace_id uuid not null,
  team_id uuid not null,
  membership_id uuid not null,
  capacity integer,
  skill_tag_ids uuid[] default '{}'::uuid[] not null,
  languages text[] default '{}'::text[] not null,
  last_assigned_at timestamp with time zone,
  offline_since timestamp with time zone
);

create table assignment_rules (
  workspace_id uuid not null,
  team_id uuid not null,
  method text not null,
  capacity integer,
  sticky_days integer not null,
  relax_minutes integer,
  hand_back_minutes integer,
  updated_at timestamp with time zone not null
);

create table attempt_counts (
  id bytea not null,
  full_at timestamp with time zone not null
);

create table audit_entries (
  workspace_id uuid not null,
  id uuid not null,
  actor_type text not null,
  actor_id uuid,
  action text not null,
  target_type text not null,
  target_id text,
  data jsonb default '{}'::jsonb not null,
  occurred_at timestamp with time zone not null
);

create table authenticators (
  user_id uuid not null,
  secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone not null
);

create table away_replies (
  workspace_id uuid not null,
  chat_id uuid not null,
  round_at timestamp with time zone not null,
  message_id uuid,
  reason text,
  created_at timestamp with time zone not null
);

create table away_settings (
  workspace_id uuid not null,
  id uuid not null,
  team_id uuid,
  is_on boolean not null,
  condition text not null,
  texts jsonb not null,
  pause_hours integer not null,
  updated_at timestamp with time zone not null
);

create table backups (
  id uuid not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  bytes bigint,
  is_encrypted boolean,
  has_files boolean,
  due_at timestamp with time zone,
  complete_until timestamp with time zone,
  limitation text,
  file text,
  error text
);

create table bot_turns (
  workspace_id uuid not null,
  chat_id uuid not null,
  bot_id uuid not null,
  holder_version integer not null,
  since timestamp with time zone,
  inbound_at timestamp with time zone,
  due_at timestamp with time zone,
  done_position bigint
);

create table bots (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  timeout_seconds integer not null,
  failures integer default 0 not null,
  failed_at timestamp with time zone,
  off_at timestamp with time zone,
  off_reason text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone
);

create table bulk_action_items (
  workspace_id uuid not null,
  bulk_action_id uuid not null,
  item_id uuid not null,
  result text default 'pending'::text not null,
  reason text,
  before jsonb
);

create table bulk_actions (
  workspace_id uuid not null,
  id uuid not null,
  subject text not null,
  action text not null,
  parameters jsonb default '{}'::jsonb not null,
  phase text default 'apply'::text not null,
  status text default 'running'::text not null,
  cursor uuid,
  total_count integer default 0 not null,
  done_count integer default 0 not null,
  skipped_count integer default 0 not null,
  failed_count integer default 0 not null,
  undone_count integer default 0 not null,
  kept_count integer default 0 not null,
  reasons jsonb default '{}'::jsonb not null,
  leaves_no_trace boolean default false not null,
  created_by_type text not null,
  created_by_id uuid,
  undone_by_type text,
  undone_by_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  cancel_reason text
);

create table business_account_routes (
  platform text not null,
  account text not null,
  workspace_id uuid not null
);

create table business_hours (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  time_zone text not null,
  week jsonb not null,
  exceptions jsonb not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table canned_replies (
  workspace_id uuid not null,
  id uuid not null,
  shortcut text not null,
  text text not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  team_id uuid,
  membership_id uuid
);

create table canned_reply_files (
  workspace_id uuid not null,
  reply_id uuid not null,
  upload_id uuid not null,
  place integer not null
);

create table channel_events (
  workspace_id uuid not null,
  id uuid not null,
  fingerprint bytea not null,
  channel_id uuid,
  business_account text,
  field text not null,
  event text,
  data jsonb not null,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null
);

create table channel_reservations (
  platform text not null,
  account text not null,
  workspace_id uuid not null,
  channel_id uuid not null,
  released_at timestamp with time zone
);

create table channel_routes (
  platform text not null,
  account text not null,
  workspace_id uuid not null,
  channel_id uuid not null
);

create table channels (
  workspace_id uuid not null,
  id uuid not null,
  type text not null,
  name text not null,
  account text not null,
  display_phone text,
  access_token bytea,
  created_at timestamp with time zone not null,
  business_account text,
  account_status text default 'active'::text not null,
  account_reason text,
  account_status_at timestamp with time zone,
  quality text,
  messaging_limit text,
  limits_at timestamp with time zone,
  username text,
  last_inbound_at timestamp with time zone,
  send_rate integer default 80 not null,
  send_pair_burst integer default 40 not null,
  send_held_until timestamp with time zone,
  send_error_code text,
  send_error_message text,
  send_stopped_at timestamp with time zone,
  templates_due_at timestamp with time zone,
  templates_synced_at timestamp with time zone,
  templates_error text,
  disconnected_at timestamp with time zone,
  released_at timestamp with time zone,
  is_simulated boolean default false not null,
  team_id uuid,
  bot_id uuid
);

create table chat_activity (
  workspace_id uuid not null,
  chat_id uuid not null,
  activity_at timestamp with time zone not null,
  waiting_since timestamp with time zone,
  sla_due_at timestamp with time zone,
  sla_warning_at timestamp with time zone,
  sla_metric text,
  team_id uuid,
  assignee_id uuid
) with (fillfactor=60);

create table chat_changes (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  kind text not null,
  actor_type text not null,
  actor_id uuid,
  data jsonb default '{}'::jsonb not null,
  occurred_at timestamp with time zone not null
);

create table chat_participants (
  workspace_id uuid not null,
  chat_id uuid not null,
  membership_id uuid not null,
  created_at timestamp with time zone not null
);

create table chat_tags (
  workspace_id uuid not null,
  chat_id uuid not null,
  tag_id uuid not null,
  created_at timestamp with time zone not null
);

create table chat_watermarks (
  workspace_id uuid not null,
  channel_id uuid not null,
  recipient text not null,
  delivered_until timestamp with time zone,
  read_until timestamp with time zone
);

create table chats (
  workspace_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  person_id uuid not null,
  recipient text not null,
  status text default 'open'::text not null,
  assignee_id uuid,
  unread_count integer default 0 not null,
  last_message_id uuid,
  last_message_direction text,
  last_message_text text,
  last_message_at timestamp with time zone,
  window_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  is_group boolean default false not null,
  title text,
  snoozed_until timestamp with time zone,
  opened_at timestamp with time zone,
  closed_at timestamp with time zone,
  holder text,
  holder_at timestamp with time zone,
  holder_role text,
  holder_role_at timestamp with time zone,
  customer_wrote_at timestamp with time zone,
  hold_ends_at timestamp with time zone,
  team_id uuid,
  automatic_reply_id uuid,
  comment_until timestamp with time zone,
  holder_version integer default 0 not null,
  priority text,
  remind_if_unanswered boolean default false not null
) with (fillfactor=60);

create table contact_field_values (
  workspace_id uuid not null,
  person_id uuid not null,
  field_id uuid not null,
  value text not null,
  number numeric
);

create table conversation_notifications (
  workspace_id uuid not null,
  chat_id uuid not null,
  id uuid not null,
  kind text not null,
  assignee_id uuid,
  message_id uuid,
  change_id uuid,
  message_count integer not null,
  actor_type text not null,
  actor_id uuid,
  since_id uuid not null,
  is_open boolean not null
);

create table csat_requests (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  round_at timestamp with time zone not null,
  state text not null,
  skip_reason text,
  due_at timestamp with time zone,
  channel_id uuid not null,
  team_id uuid,
  member_id uuid,
  language text,
  scale integer,
  message_id uuid,
  asked_at timestamp with time zone,
  rating integer,
  comment text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null
);

create table csat_settings (
  workspace_id uuid not null,
  is_on boolean not null,
  delay_minutes integer not null,
  person_days integer not null,
  scale integer not null,
  way text not null,
  asks_comment boolean not null,
  template text,
  off_team_ids uuid[] default '{}'::uuid[] not null,
  texts jsonb not null,
  updated_at timestamp with time zone not null
);

create table custom_fields (
  workspace_id uuid not null,
  id uuid not null,
  key text not null,
  label text not null,
  type text not null,
  choices text[],
  archived_at timestamp with time zone,
  indexed_to uuid,
  indexed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  applies_to text default 'contact'::text not null
);

create table data_exports (
  workspace_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  status text default 'running'::text not null,
  section text not null,
  cursor text,
  parts uuid[] default '{}'::uuid[] not null,
  writing uuid[] default '{}'::uuid[] not null,
  size_bytes bigint default 0 not null,
  counts jsonb default '{}'::jsonb not null,
  requested_by_type text not null,
  requested_by_id uuid,
  requested_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  expires_at timestamp with time zone not null
);

create table directory_outbox (
  id uuid not null,
  workspace_id uuid not null,
  kind text not null,
  body text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null
);

create table duties (
  name text not null,
  holder uuid not null,
  held_until timestamp with time zone not null
);

create table erased_keys (
  workspace_id uuid not null,
  digest bytea not null,
  erased_at timestamp with time zone not null
);

create table erasures (
  workspace_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  contact_ids uuid[] not null,
  status text default 'running'::text not null,
  step text not null,
  cursor text,
  subject jsonb,
  counts jsonb default '{}'::jsonb not null,
  requested_by_type text not null,
  requested_by_id uuid,
  requested_at timestamp with time zone not null,
  completed_at timestamp with time zone
);

create table events (
  workspace_id uuid not null,
  id uuid not null,
  "position" bigint not null,
  type text not null,
  body text not null,
  created_at timestamp with time zone not null,
  cause text
) partition by RANGE (id);

create table followers (
  workspace_id uuid not null,
  kind text not null,
  "position" bigint not null,
  due_at timestamp with time zone
);

create table form_routes (
  token_hash bytea not null,
  workspace_id uuid not null,
  form_id uuid not null,
  is_open boolean default false not null
);

create table form_submissions (
  workspace_id uuid not null,
  form_id uuid not null,
  fingerprint text not null,
  payload_id uuid not null,
  seen_at timestamp with time zone not null
);

create table forms (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  provider text not null,
  secret bytea,
  redirect_url text,
  created_at timestamp with time zone not null,
  token_last_four text,
  rotated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  mapping jsonb
);

create table held_replies (
  workspace_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  chat_id uuid not null,
  input jsonb not null,
  seen_until timestamp with time zone,
  closes boolean default false not null,
  due_at timestamp with time zone,
  error_code text,
  error_message text,
  created_at timestamp with time zone not null,
  cause text
);

create table idempotency_keys (
  workspace_id uuid not null,
  route text not null,
  key text not null,
  fingerprint bytea not null,
  response_status integer,
  response_body text,
  created_at timestamp with time zone not null
);

create table identities (
  workspace_id uuid not null,
  kind text not null,
  value text not null,
  person_id uuid not null,
  created_at timestamp with time zone not null
);

create table import_rejects (
  workspace_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  code text not null,
  message text not null,
  cells text[] not null
);

create table imports (
  workspace_id uuid not null,
  id uuid not null,
  filename text not null,
  body bytea,
  delimiter text not null,
  columns text[] not null,
  samples jsonb not null,
  mapping jsonb,
  status text default 'uploaded'::text not null,
  row_count integer default 0 not null,
  done_count integer default 0 not null,
  done_bytes integer default 0 not null,
  created_count integer default 0 not null,
  matched_count integer default 0 not null,
  rejected_count integer default 0 not null,
  error text,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  started_by_type text,
  started_by_id uuid,
  cancel_reason text,
  guesses jsonb
);

create table inbound_payloads (
  workspace_id uuid not null,
  id uuid not null,
  platform text not null,
  form_id uuid,
  parent_id uuid,
  body bytea not null,
  content_type text,
  status text default 'pending'::text not null,
  outcome jsonb,
  error text,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  labels text[] default '{}'::text[] not null,
  cause text
) partition by RANGE (id) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);

create table ingest_uptime (
  is_only boolean default true not null,
  since timestamp with time zone not null,
  seen_at timestamp with time zone not null
) with (fillfactor=50);

create table invitations (
  workspace_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  email text not null,
  role text not null,
  invited_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  mailed boolean default false not null
);

create table lanes (
  kind text not null,
  workspace_id uuid not null,
  target_id uuid not null,
  due_at timestamp with time zone,
  wakes bigint default 0 not null,
  lease_until timestamp with time zone,
  lease_token uuid,
  not_before timestamp with time zone
) with (fillfactor=70);

create table macro_runs (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  macro_id uuid not null,
  actor_type text not null,
  actor_id uuid,
  done jsonb not null,
  created_at timestamp with time zone not null
);

create table macros (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  team_id uuid,
  membership_id uuid,
  actions jsonb not null,
  uses integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table mails (
  workspace_id uuid not null,
  id uuid not null,
  recipient text not null,
  subject text not null,
  body bytea not null,
  status text default 'pending'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  attachment bytea
);

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
  status text default 'pending'::text not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone not null,
  error text,
  size_bytes bigint,
  sha256 text,
  created_at timestamp with time zone not null,
  stored_at timestamp with time zone,
  of_visitor boolean default false not null
);

create table media_upload_copies (
  workspace_id uuid not null,
  upload_id uuid not null,
  channel_id uuid not null,
  platform_media_id text not null,
  expires_at timestamp with time zone not null
);

create table media_uploads (
  workspace_id uuid not null,
  id uuid not null,
  mime_type text not null,
  filename text,
  size_bytes bigint not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  of_visitor boolean default false not null,
  created_by uuid
);

create table member_activity (
  workspace_id uuid not null,
  membership_id uuid not null,
  device_id uuid not null,
  seen_at timestamp with time zone not null
) with (fillfactor=70);

create table member_availability (
  workspace_id uuid not null,
  membership_id uuid not null,
  by_hand text,
  until timestamp with time zone,
  set_at timestamp with time zone,
  set_by_type text,
  set_by_id uuid,
  business_hours_id uuid,
  recorded text not null,
  due_at timestamp with time zone
);

create table memberships (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  preferences jsonb
);

create table mentions (
  workspace_id uuid not null,
  membership_id uuid not null,
  note_id uuid not null,
  chat_id uuid not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone
);

create table message_attempts (
  workspace_id uuid not null,
  message_id uuid not null,
  id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  error_code text,
  error_message text,
  platform_message_id text,
  next_at timestamp with time zone
) partition by RANGE (message_id);

create table message_charges (
  workspace_id uuid not null,
  message_id uuid not null,
  country text not null,
  channel_id uuid not null,
  template text,
  category text not null,
  price_category text,
  type text,
  is_free boolean not null,
  quantity integer not null,
  author_type text not null,
  author_id uuid,
  created_at timestamp with time zone not null
);

create table message_statuses (
  workspace_id uuid not null,
  channel_id uuid not null,
  platform_message_id text not null,
  status text not null,
  participant text default ''::text not null,
  message_id uuid,
  occurred_at timestamp with time zone not null,
  error_code text,
  error_message text,
  details jsonb
);

create table message_updates (
  workspace_id uuid not null,
  channel_id uuid not null,
  id uuid not null,
  kind text not null,
  platform_update_id text not null,
  platform_message_id text not null,
  message_id uuid,
  direction text not null,
  actor text not null,
  person_id uuid,
  text text,
  occurred_at timestamp with time zone not null
);

create table messages (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  person_id uuid not null,
  channel_id uuid not null,
  direction text not null,
  type text not null,
  text text,
  media jsonb,
  content jsonb,
  status text not null,
  error_code text,
  error_message text,
  author_type text not null,
  author_id uuid,
  platform_message_id text,
  send_due_at timestamp with time zone,
  send_attempts integer default 0 not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  origin text,
  reply_to_id uuid,
  reply_to_platform_id text,
  reactions jsonb,
  edited_at timestamp with time zone,
  revoked_at timestamp with time zone,
  retry_of_id uuid,
  pricing jsonb,
  is_standby boolean default false not null,
  is_test boolean default false not null,
  cause text,
  holder_version integer
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, fillfactor=85);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  needs text
);

create table moved_rows (
  id bigint not null,
  table_name text not null,
  key text[] not null
);

create table notes (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  author_type text not null,
  author_id uuid,
  text text not null,
  mentions uuid[] default '{}'::uuid[] not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone
);

create table notices (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  dismissed_by uuid
);

create table notification_cursors (
  workspace_id uuid not null,
  "position" bigint not null
);

create table notification_pushes (
  workspace_id uuid not null,
  device_id uuid not null,
  notification_id uuid not null,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  attempts smallint default 0 not null,
  chat_id uuid,
  kind text,
  source_id uuid
);

create table notification_reads (
  workspace_id uuid not null,
  membership_id uuid not null,
  subject_id uuid not null,
  read_up_to uuid not null,
  read_at timestamp with time zone not null
);

create table notification_settings (
  workspace_id uuid not null,
  membership_id uuid not null,
  rules text[] default '{mine,mentions,unassigned}'::text[] not null,
  by_mail boolean default true not null,
  sound boolean default true not null,
  quiet_from smallint,
  quiet_to smallint,
  time_zone text default 'UTC'::text not null,
  seen_at timestamp with time zone,
  mailed_at timestamp with time zone
);

create table notifications (
  workspace_id uuid not null,
  id uuid not null,
  membership_id uuid not null,
  kind text not null,
  source_id uuid not null,
  chat_id uuid,
  actor_type text not null,
  actor_id uuid,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  mail_due_at timestamp with time zone,
  ticket_id uuid,
  bulk_subject text,
  bulk_count integer
);

create table opt_out_settings (
  workspace_id uuid not null,
  languages jsonb not null,
  sends_replies boolean not null,
  updated_at timestamp with time zone not null
);

create table own_drafts (
  workspace_id uuid not null,
  membership_id uuid not null,
  chat_id uuid not null,
  kind text not null,
  version uuid not null,
  text text not null,
  mentions jsonb default '[]'::jsonb not null,
  seen_until timestamp with time zone,
  updated_at timestamp with time zone not null
);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  is_device_bound boolean not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  copy_reported_at timestamp with time zone
);

create table people (
  workspace_id uuid not null,
  id uuid not null,
  name text,
  phone_e164 text,
  email text,
  source text not null,
  campaign text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  search text default ((((COALESCE(name, ''::text) || ' '::text) || COALESCE(phone_e164, ''::text)) || ' '::text) || COALESCE(email, ''::text)),
  merged_into_id uuid,
  fields jsonb default '{}'::jsonb not null,
  blocked_at timestamp with time zone,
  blocked_reason text,
  opted_out_at timestamp with time zone,
  opted_out_by text,
  opt_out_decided_at timestamp with time zone,
  language text
);

create table person_merges (
  workspace_id uuid not null,
  id uuid not null,
  survivor_id uuid not null,
  merged_id uuid not null,
  before jsonb not null,
  moved jsonb not null,
  actor_type text not null,
  actor_id uuid,
  merged_at timestamp with time zone not null,
  undone_at timestamp with time zone
);

create table pictures (
  workspace_id uuid not null,
  id uuid not null,
  membership_id uuid,
  size_bytes integer not null,
  created_at timestamp with time zone not null
);

create table price_lists (
  workspace_id uuid not null,
  id uuid not null,
  valid_from timestamp with time zone not null,
  currency text not null,
  filename text not null,
  actor_type text not null,
  actor_id uuid,
  created_at timestamp with time zone not null
);

create table prices (
  workspace_id uuid not null,
  list_id uuid not null,
  country text not null,
  category text not null,
  market text not null,
  price numeric not null
);

create table processes (
  id uuid not null,
  host text not null,
  pid integer not null,
  parts text[] not null,
  version text not null,
  node_version text not null,
  memory_bytes bigint not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  damage jsonb default '[]'::jsonb not null
);

create table push_devices (
  id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  subscription bytea not null,
  name text not null,
  rules text[],
  show_text boolean default false not null,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  last_error text
);

create table readiness_checks (
  filler text not null
);

create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  created_at timestamp with time zone not null
);

create table reply_drafts (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  text text not null,
  status text default 'open'::text not null,
  author_type text not null,
  author_id uuid not null,
  author_name text,
  message_id uuid,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone
);

create table report_schedules (
  workspace_id uuid not null,
  id uuid not null,
  report text not null,
  filters jsonb not null,
  period text not null,
  every text not null,
  on_day integer,
  hour integer not null,
  time_zone text not null,
  recipient_ids uuid[] not null,
  created_by uuid not null,
  next_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table roles (
  workspace_id uuid not null,
  id text not null,
  name text,
  scopes text[],
  visibility text not null,
  sees_no_team boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table rule_checks (
  workspace_id uuid not null,
  chat_id uuid not null,
  event_position bigint not null,
  misses jsonb not null,
  created_at timestamp with time zone not null
);

create table rule_firings (
  workspace_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  chat_id uuid not null,
  episode text not null,
  event_position bigint not null,
  chain uuid[] not null,
  is_answer boolean not null,
  result text not null,
  actions jsonb not null,
  seen jsonb not null,
  created_at timestamp with time zone not null
);

create table rule_timers (
  workspace_id uuid not null,
  rule_id uuid not null,
  chat_id uuid not null,
  episode text not null,
  state text,
  due_at timestamp with time zone not null,
  moment jsonb not null
);

create table rules (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  place integer not null,
  is_on boolean default false not null,
  live_since timestamp with time zone,
  off jsonb,
  trigger jsonb not null,
  conditions jsonb not null,
  actions jsonb not null,
  repeat text not null,
  stops boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table second_steps (
  hash bytea not null,
  user_id uuid not null,
  workspace_id uuid,
  attempts integer default 0 not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null
);

create table secret_keys (
  id bytea not null,
  created_at timestamp with time zone default now() not null
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token text not null,
  workspace_id uuid,
  ip_address text,
  user_agent text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  sso_workspace_id uuid,
  passkey_id uuid
);

create table shard_loads (
  shard text not null,
  measured_at timestamp with time zone not null,
  active_ms double precision not null,
  busy double precision,
  database_bytes bigint not null
);

create table sla_policies (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  "position" integer not null,
  conditions jsonb not null,
  notify text[] not null,
  version integer not null,
  revision integer default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone
);

create table sla_policy_versions (
  workspace_id uuid not null,
  policy_id uuid not null,
  version integer not null,
  terms jsonb not null,
  created_at timestamp with time zone not null
);

create table sla_rounds (
  workspace_id uuid not null,
  chat_id uuid not null,
  round_at timestamp with time zone not null,
  policy_id uuid not null,
  policy_version integer not null,
  applied_at timestamp with time zone,
  is_open boolean not null,
  revision integer not null,
  computed_at timestamp with time zone not null
);

create table sla_targets (
  workspace_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  round_at timestamp with time zone not null,
  metric text not null,
  number integer not null,
  policy_id uuid not null,
  team_id uuid,
  state text not null,
  started_at timestamp with time zone not null,
  consumed_ms bigint not null,
  running_since timestamp with time zone,
  due_at timestamp with time zone,
  warning_at timestamp with time zone,
  warned_at timestamp with time zone,
  breached_at timestamp with time zone,
  noticed_at timestamp with time zone,
  ended_at timestamp with time zone,
  decided_at timestamp with time zone,
  next_at timestamp with time zone
);

create table sso_attempts (
  hash bytea not null,
  workspace_id uuid not null,
  connection_id uuid not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  next text not null,
  session_id uuid,
  subject text,
  user_id uuid,
  attempts integer default 0 not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null
);

create table sso_connections (
  workspace_id uuid not null,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  label text not null,
  default_role text not null,
  role_claim text,
  role_values jsonb default '{}'::jsonb not null,
  is_required boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  team_claim text,
  team_values jsonb default '{}'::jsonb not null
);

create table sso_domains (
  workspace_id uuid not null,
  domain text not null,
  token text not null,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  check_at timestamp with time zone,
  missing_since timestamp with time zone,
  lapsed_at timestamp with time zone
);

create table sso_identities (
  workspace_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null
);

create table tags (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  color text default 'gray'::text not null,
  created_at timestamp with time zone not null
);

create table team_members (
  workspace_id uuid not null,
  team_id uuid not null,
  membership_id uuid not null,
  created_at timestamp with time zone not null
);

create table teams (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  business_hours_id uuid,
  bot_id uuid
);

create table templates (
  workspace_id uuid not null,
  business_account text not null,
  name text not null,
  language text not null,
  platform_template_id text,
  category text,
  category_at timestamp with time zone,
  status text,
  status_reason text,
  status_at timestamp with time zone,
  quality text,
  quality_at timestamp with time zone,
  components jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  id uuid default gen_random_uuid() not null
);

create table ticket_attachments (
  workspace_id uuid not null,
  ticket_id uuid not null,
  upload_id uuid not null,
  actor_type text not null,
  actor_id uuid,
  created_at timestamp with time zone not null
);

create table ticket_changes (
  workspace_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null,
  actor_type text not null,
  actor_id uuid,
  data jsonb default '{}'::jsonb not null,
  occurred_at timestamp with time zone not null
);

create table ticket_comments (
  workspace_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  author_type text not null,
  author_id uuid,
  text text not null,
  mentions uuid[] default '{}'::uuid[] not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone
);

create table ticket_followers (
  workspace_id uuid not null,
  ticket_id uuid not null,
  membership_id uuid not null,
  created_at timestamp with time zone not null
);

create table ticket_links (
  workspace_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  other_id uuid not null,
  kind text not null,
  created_at timestamp with time zone not null
);

create table ticket_tags (
  workspace_id uuid not null,
  ticket_id uuid not null,
  tag_id uuid not null,
  created_at timestamp with time zone not null
);

create table ticket_types (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table tickets (
  workspace_id uuid not null,
  id uuid not null,
  number bigint not null,
  person_id uuid not null,
  title text not null,
  message_id uuid,
  priority text not null,
  status text default 'open'::text not null,
  assignee_id uuid,
  due_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  solved_at timestamp with time zone,
  chat_id uuid,
  description text,
  reminded_due_at timestamp with time zone,
  team_id uuid,
  type_id uuid,
  fields jsonb default '{}'::jsonb not null
);

create table timeline_entries (
  workspace_id uuid not null,
  id uuid not null,
  person_id uuid not null,
  kind text not null,
  data jsonb not null,
  occurred_at timestamp with time zone not null
);

create table unused_pictures (
  workspace_id uuid not null,
  id uuid not null,
  since timestamp with time zone not null
);

create table used_challenges (
  hash bytea not null,
  expires_at timestamp with time zone not null
);

create table users (
  id uuid not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  locale text,
  sign_in_warned_at timestamp with time zone,
  disabled_at timestamp with time zone
);

create table vapid_keys (
  id uuid not null,
  public_key text not null,
  private_key bytea not null,
  created_at timestamp with time zone default now() not null
);

create table verifications (
  id uuid not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table views (
  workspace_id uuid not null,
  id uuid not null,
  subject text not null,
  name text not null,
  filters jsonb not null,
  owner_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table web_chat_sessions (
  workspace_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  address text not null,
  name text,
  email text,
  phone_e164 text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  former_addresses text[] default '{}'::text[] not null
);

create table web_chat_tokens (
  workspace_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table web_chats (
  workspace_id uuid not null,
  channel_id uuid not null,
  color text not null,
  greeting text not null,
  allowed_origins text[] not null,
  name_field text not null,
  email_field text not null,
  language text not null,
  updated_at timestamp with time zone not null,
  user_token_audience text
);

create table webhook_attempts (
  workspace_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  request_headers jsonb not null,
  response_status integer,
  response_headers jsonb,
  response_body text,
  error text,
  timings jsonb
) partition by RANGE (delivery_id);

create table webhook_deliveries (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  "position" bigint not null,
  test_body text,
  status text default 'pending'::text not null,
  attempt_count integer default 0 not null,
  attempts_max integer default 10 not null,
  next_attempt_at timestamp with time zone,
  last_response_status integer,
  last_error text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  ordering_key text,
  held boolean default false not null,
  replay_id uuid,
  is_thin boolean default false not null
) partition by RANGE (id) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);

create table webhook_endpoint_changes (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  events text[] not null,
  status text not null,
  disabled_reason text,
  actor_type text not null,
  actor_id uuid,
  changed_at timestamp with time zone not null,
  filters jsonb
);

create table webhook_endpoints (
  workspace_id uuid not null,
  id uuid not null,
  url text not null,
  description text,
  events text[] not null,
  status text default 'enabled'::text not null,
  disabled_reason text,
  disabled_at timestamp with time zone,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamp with time zone,
  max_in_flight integer default 20 not null,
  failing_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  rate_limit integer,
  ordering text default 'subject'::text not null,
  probe_at timestamp with time zone,
  probe_count integer default 0 not null,
  recovered_at timestamp with time zone,
  filters jsonb,
  header_names text[] default '{}'::text[] not null,
  custom_headers bytea,
  payload text default 'full'::text not null,
  oauth jsonb,
  oauth_secret bytea,
  tls jsonb,
  tls_key bytea,
  tls_warn_at timestamp with time zone,
  requeues integer default 0 not null
);

create table webhook_replays (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_types text[],
  statuses text[] not null,
  since timestamp with time zone,
  until timestamp with time zone not null,
  rate_limit integer,
  status text default 'running'::text not null,
  paused_reason text,
  total bigint not null,
  offered bigint default 0 not null,
  last_id uuid,
  next_at timestamp with time zone,
  created_by_type text not null,
  created_by_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone
);

create table workspace_counters (
  workspace_id uuid not null,
  event_position bigint default 0 not null,
  ticket_number bigint default 0 not null,
  trimmed_position bigint default 0 not null,
  notifying_position bigint default 0 not null,
  is_notifying boolean default false not null,
  followers text[] default '{}'::text[] not null,
  waits_filled_to uuid,
  waits_filled_at timestamp with time zone
) with (fillfactor=50);

create table workspace_moves (
  id uuid not null,
  workspace_id uuid not null,
  source text not null,
  target text not null,
  state text default 'copying'::text not null,
  holder uuid not null,
  started_at timestamp with time zone default now() not null,
  renewed_at timestamp with time zone default now() not null,
  switched_at timestamp with time zone,
  ended_at timestamp with time zone,
  pause_ms integer,
  problem text
);

create table workspaces (
  id uuid not null,
  name text not null,
  slug text not null,
  unmatched_phone text default 'reject'::text not null,
  default_country text default 'IN'::text not null,
  created_at timestamp with time zone not null,
  retention_days integer default 30 not null,
  require_second_factor boolean default false not null,
  message_retention_days integer,
  audit_retention_days integer,
  shard text default 'main'::text not null,
  fenced_until timestamp with time zone,
  record_request_bodies boolean default false not null
);

alter table absent_workspaces add constraint absent_workspaces_pkey PRIMARY KEY (workspace_id);
alter table absent_workspaces add constraint absent_workspaces_state_check CHECK ((state = ANY (ARRAY['arriving'::text, 'draining'::text, 'fenced'::text])));
alter table accounts add constraint accounts_pkey PRIMARY KEY (id);
alter table accounts add constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table api_keys add constraint api_keys_pkey PRIMARY KEY (workspace_id, id);
alter table api_keys add constraint api_keys_client_check CHECK (((hash IS NULL) = (client_id IS NOT NULL)));
alter table api_keys add constraint api_keys_hash_key UNIQUE (hash);
alter table api_keys add constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])));
alter table api_keys add constraint api_keys_rate_limit_check CHECK ((rate_limit > 0));
alter table api_keys add constraint api_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table api_requests add constraint api_requests_pkey PRIMARY KEY (workspace_id, id);
alter table app_codes add constraint app_codes_pkey PRIMARY KEY (hash);
alter table app_codes add constraint app_codes_workspace_id_membership_id_fkey FOREIGN KEY (workspace_id, membership_id) REFERENCES memberships(workspace_id, id) ON DELETE CASCADE;
alter table app_tokens add constraint app_tokens_pkey PRIMARY KEY (hash);
alter table app_tokens add constraint app_tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text])));
alter table app_tokens add constraint app_tokens_workspace_id_app_id_fkey FOREIGN KEY (workspace_id, app_id) REFERENCES api_keys(workspace_id, id) ON DELETE CASCADE;
alter table applied_effects add constraint applied_effects_pkey PRIMARY KEY (workspace_id, id);
alter table assignment_places add constraint assignment_places_pkey PRIMARY KEY (workspace_id, team_id, membership_id);
alter table assignment_places add constraint assignment_places_capacity_check CHECK ((capacity >= 0));
alter table assignment_places add constraint assignment_places_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table assignment_rules add constraint assignment_rules_pkey PRIMARY KEY (workspace_id, team_id);
alter table assignment_rules add constraint assignment_rules_capacity_check CHECK ((capacity > 0));
alter table assignment_rules add constraint assignment_rules_hand_back_minutes_check CHECK ((hand_back_minutes > 0));
alter table assignment_rules add constraint assignment_rules_method_check CHECK ((method = ANY (ARRAY['round_robin'::text, 'least_busy'::text])));
alter table assignment_rules add constraint assignment_rules_relax_minutes_check CHECK ((relax_minutes > 0));
alter table assignment_rules add constraint assignment_rules_sticky_days_check CHECK ((sticky_days >= 0));
alter table assignment_rules add constraint assignment_rules_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table attempt_counts add constraint attempt_counts_pkey PRIMARY KEY (id);
alter table audit_entries add constraint audit_entries_pkey PRIMARY KEY (workspace_id, id);
alter table authenticators add constraint authenticators_pkey PRIMARY KEY (user_id);
alter table authenticators add constraint authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table away_replies add constraint away_replies_pkey PRIMARY KEY (workspace_id, chat_id, round_at);
alter table away_replies add constraint away_replies_check CHECK (((message_id IS NULL) = (reason IS NOT NULL)));
alter table away_replies add constraint away_replies_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table away_settings add constraint away_settings_pkey PRIMARY KEY (workspace_id, id);
alter table away_settings add constraint away_settings_condition_check CHECK ((condition = ANY (ARRAY['outside_hours'::text, 'nobody_online'::text, 'either'::text, 'both'::text])));
alter table away_settings add constraint away_settings_pause_hours_check CHECK ((pause_hours >= 0));
alter table away_settings add constraint away_settings_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table away_settings add constraint away_settings_workspace_id_team_id_key UNIQUE NULLS NOT DISTINCT (workspace_id, team_id);
alter table backups add constraint backups_pkey PRIMARY KEY (id);
alter table backups add constraint backups_result CHECK (((error IS NULL) = ((bytes IS NOT NULL) AND (is_encrypted IS NOT NULL) AND (has_files IS NOT NULL) AND (complete_until IS NOT NULL))));
alter table bot_turns add constraint bot_turns_pkey PRIMARY KEY (workspace_id, chat_id);
alter table bot_turns add constraint bot_turns_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table bots add constraint bots_pkey PRIMARY KEY (workspace_id, id);
alter table bots add constraint bots_off_reason_check CHECK ((off_reason = ANY (ARRAY['by_hand'::text, 'failures'::text])));
alter table bots add constraint bots_timeout_seconds_check CHECK ((timeout_seconds > 0));
alter table bulk_action_items add constraint bulk_action_items_pkey PRIMARY KEY (workspace_id, bulk_action_id, item_id);
alter table bulk_action_items add constraint bulk_action_items_result_check CHECK ((result = ANY (ARRAY['pending'::text, 'done'::text, 'skipped'::text, 'failed'::text, 'undone'::text, 'kept'::text])));
alter table bulk_action_items add constraint bulk_action_items_workspace_id_bulk_action_id_fkey FOREIGN KEY (workspace_id, bulk_action_id) REFERENCES bulk_actions(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table bulk_actions add constraint bulk_actions_pkey PRIMARY KEY (workspace_id, id);
alter table bulk_actions add constraint bulk_actions_phase_check CHECK ((phase = ANY (ARRAY['apply'::text, 'undo'::text])));
alter table bulk_actions add constraint bulk_actions_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'canceled'::text])));
alter table bulk_actions add constraint bulk_actions_subject_check CHECK ((subject = ANY (ARRAY['chats'::text, 'contacts'::text, 'tickets'::text])));
alter table business_account_routes add constraint business_account_routes_pkey PRIMARY KEY (platform, account, workspace_id);
alter table business_account_routes add constraint business_account_routes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table business_hours add constraint business_hours_pkey PRIMARY KEY (workspace_id, id);
alter table canned_replies add constraint canned_replies_pkey PRIMARY KEY (workspace_id, id);
alter table canned_replies add constraint canned_replies_owner CHECK (((team_id IS NULL) OR (membership_id IS NULL)));
alter table canned_replies add constraint canned_replies_team FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table canned_reply_files add constraint canned_reply_files_pkey PRIMARY KEY (workspace_id, reply_id, upload_id);
alter table canned_reply_files add constraint canned_reply_files_workspace_id_reply_id_fkey FOREIGN KEY (workspace_id, reply_id) REFERENCES canned_replies(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table canned_reply_files add constraint canned_reply_files_workspace_id_upload_id_fkey FOREIGN KEY (workspace_id, upload_id) REFERENCES media_uploads(workspace_id, id) DEFERRABLE;
alter table channel_events add constraint channel_events_pkey PRIMARY KEY (workspace_id, id);
alter table channel_events add constraint channel_events_workspace_id_fingerprint_key UNIQUE (workspace_id, fingerprint);
alter table channel_reservations add constraint channel_reservations_pkey PRIMARY KEY (platform, account);
alter table channel_reservations add constraint channel_reservations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table channel_routes add constraint channel_routes_pkey PRIMARY KEY (platform, account);
alter table channel_routes add constraint channel_routes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table channels add constraint channels_pkey PRIMARY KEY (workspace_id, id);
alter table channels add constraint channels_account_status_check CHECK ((account_status = ANY (ARRAY['active'::text, 'restricted'::text, 'disabled'::text, 'disconnected'::text])));
alter table channels add constraint channels_send_pair_burst_check CHECK ((send_pair_burst > 0));
alter table channels add constraint channels_send_rate_check CHECK ((send_rate > 0));
alter table channels add constraint channels_type_check CHECK ((type = ANY (ARRAY['whatsapp'::text, 'messenger'::text, 'instagram'::text, 'web_chat'::text])));
alter table channels add constraint channels_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE SET NULL (team_id) DEFERRABLE;
alter table chat_activity add constraint chat_activity_pkey PRIMARY KEY (workspace_id, chat_id);
alter table chat_activity add constraint chat_activity_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table chat_changes add constraint chat_changes_pkey PRIMARY KEY (workspace_id, id);
alter table chat_changes add constraint chat_changes_kind_check CHECK ((kind = ANY (ARRAY['assigned'::text, 'snoozed'::text, 'closed'::text, 'reopened'::text, 'tagged'::text, 'untagged'::text, 'merged'::text, 'ticket'::text, 'handed_over'::text, 'identity_changed'::text, 'team'::text, 'participant_added'::text, 'participant_removed'::text, 'away_reply'::text, 'csat'::text, 'priority'::text])));
alter table chat_changes add constraint chat_changes_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table chat_participants add constraint chat_participants_pkey PRIMARY KEY (workspace_id, chat_id, membership_id);
alter table chat_participants add constraint chat_participants_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table chat_tags add constraint chat_tags_pkey PRIMARY KEY (workspace_id, chat_id, tag_id);
alter table chat_tags add constraint chat_tags_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table chat_tags add constraint chat_tags_workspace_id_tag_id_fkey FOREIGN KEY (workspace_id, tag_id) REFERENCES tags(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table chat_watermarks add constraint chat_watermarks_pkey PRIMARY KEY (workspace_id, channel_id, recipient);
alter table chats add constraint chats_pkey PRIMARY KEY (workspace_id, id);
alter table chats add constraint chats_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text])));
alter table chats add constraint chats_status_check CHECK ((status = ANY (ARRAY['open'::text, 'snoozed'::text, 'closed'::text])));
alter table chats add constraint chats_workspace_id_channel_id_fkey FOREIGN KEY (workspace_id, channel_id) REFERENCES channels(workspace_id, id) DEFERRABLE;
alter table chats add constraint chats_workspace_id_channel_id_recipient_key UNIQUE (workspace_id, channel_id, recipient);
alter table chats add constraint chats_workspace_id_person_id_fkey FOREIGN KEY (workspace_id, person_id) REFERENCES people(workspace_id, id) DEFERRABLE;
alter table chats add constraint chats_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE SET NULL (team_id) DEFERRABLE;
alter table contact_field_values add constraint contact_field_values_pkey PRIMARY KEY (workspace_id, person_id, field_id);
alter table conversation_notifications add constraint conversation_notifications_pkey PRIMARY KEY (workspace_id, chat_id);
alter table conversation_notifications add constraint conversation_notifications_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'reminder'::text])));
alter table conversation_notifications add constraint conversation_notifications_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table csat_requests add constraint csat_requests_pkey PRIMARY KEY (workspace_id, id);
alter table csat_requests add constraint csat_requests_rating_check CHECK (((rating >= 1) AND (rating <= 5)));
alter table csat_requests add constraint csat_requests_state_check CHECK ((state = ANY (ARRAY['due'::text, 'asked'::text, 'answered'::text, 'skipped'::text, 'dropped'::text])));
alter table csat_requests add constraint csat_requests_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table csat_requests add constraint csat_requests_workspace_id_chat_id_round_at_key UNIQUE (workspace_id, chat_id, round_at);
alter table csat_settings add constraint csat_settings_pkey PRIMARY KEY (workspace_id);
alter table csat_settings add constraint csat_settings_delay_minutes_check CHECK ((delay_minutes >= 0));
alter table csat_settings add constraint csat_settings_person_days_check CHECK ((person_days >= 0));
alter table csat_settings add constraint csat_settings_scale_check CHECK ((scale = ANY (ARRAY[3, 5])));
alter table csat_settings add constraint csat_settings_way_check CHECK ((way = ANY (ARRAY['buttons'::text, 'link'::text])));
alter table custom_fields add constraint custom_fields_pkey PRIMARY KEY (workspace_id, id);
alter table custom_fields add constraint custom_fields_applies_to_check CHECK ((applies_to = ANY (ARRAY['contact'::text, 'ticket'::text])));
alter table custom_fields add constraint custom_fields_key UNIQUE (workspace_id, applies_to, key);
alter table custom_fields add constraint custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'boolean'::text, 'choice'::text])));
alter table data_exports add constraint data_exports_pkey PRIMARY KEY (workspace_id, id);
alter table data_exports add constraint data_exports_requested_by_type_check CHECK ((requested_by_type = ANY (ARRAY['api_key'::text, 'member'::text, 'person'::text, 'system'::text])));
alter table data_exports add constraint data_exports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'canceled'::text])));
alter table directory_outbox add constraint directory_outbox_pkey PRIMARY KEY (id);
alter table duties add constraint duties_pkey PRIMARY KEY (name);
alter table erased_keys add constraint erased_keys_pkey PRIMARY KEY (workspace_id, digest);
alter table erasures add constraint erasures_pkey PRIMARY KEY (workspace_id, id);
alter table erasures add constraint erasures_requested_by_type_check CHECK ((requested_by_type = ANY (ARRAY['api_key'::text, 'member'::text, 'person'::text, 'system'::text])));
alter table erasures add constraint erasures_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text])));
alter table events add constraint events_pkey PRIMARY KEY (workspace_id, id);
alter table followers add constraint followers_pkey PRIMARY KEY (workspace_id, kind);
alter table form_routes add constraint form_routes_pkey PRIMARY KEY (token_hash);
alter table form_routes add constraint form_routes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table form_submissions add constraint form_submissions_pkey PRIMARY KEY (workspace_id, form_id, fingerprint);
alter table form_submissions add constraint form_submissions_workspace_id_form_id_fkey FOREIGN KEY (workspace_id, form_id) REFERENCES forms(workspace_id, id) DEFERRABLE;
alter table forms add constraint forms_pkey PRIMARY KEY (workspace_id, id);
alter table held_replies add constraint held_replies_pkey PRIMARY KEY (workspace_id, id);
alter table held_replies add constraint held_replies_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (workspace_id, route, key);
alter table identities add constraint identities_pkey PRIMARY KEY (workspace_id, kind, value);
alter table identities add constraint identities_kind_check CHECK ((kind = ANY (ARRAY['phone_e164'::text, 'email'::text, 'wa_id'::text, 'bsuid'::text, 'wa_username'::text, 'psid'::text, 'igsid'::text, 'web_chat_id'::text])));
alter table identities add constraint identities_workspace_id_person_id_fkey FOREIGN KEY (workspace_id, person_id) REFERENCES people(workspace_id, id) DEFERRABLE;
alter table import_rejects add constraint import_rejects_pkey PRIMARY KEY (workspace_id, import_id, row_number);
alter table import_rejects add constraint import_rejects_workspace_id_import_id_fkey FOREIGN KEY (workspace_id, import_id) REFERENCES imports(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table imports add constraint imports_pkey PRIMARY KEY (workspace_id, id);
alter table imports add constraint imports_status_check CHECK ((status = ANY (ARRAY['uploaded'::text, 'checking'::text, 'checked'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])));
alter table inbound_payloads add constraint inbound_payloads_pkey PRIMARY KEY (workspace_id, id);
alter table inbound_payloads add constraint inbound_payloads_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processed'::text, 'unrouted'::text, 'failed'::text])));
alter table ingest_uptime add constraint ingest_uptime_pkey PRIMARY KEY (is_only);
alter table ingest_uptime add constraint ingest_uptime_is_only_check CHECK (is_only);
alter table invitations add constraint invitations_pkey PRIMARY KEY (workspace_id, id);
alter table invitations add constraint invitations_email_check CHECK ((email = lower(email)));
alter table invitations add constraint invitations_token_hash_key UNIQUE (token_hash);
alter table invitations add constraint invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table lanes add constraint lanes_pkey PRIMARY KEY (kind, workspace_id, target_id);
alter table lanes add constraint lanes_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'send'::text, 'inbound'::text, 'replay'::text, 'mail'::text, 'media'::text, 'templates'::text, 'import'::text, 'erase'::text, 'export'::text, 'notify'::text, 'push'::text, 'bulk'::text, 'availability'::text, 'assign'::text, 'away'::text, 'rules'::text, 'sla'::text, 'csat'::text, 'bots'::text, 'held'::text, 'reports'::text])));
alter table macro_runs add constraint macro_runs_pkey PRIMARY KEY (workspace_id, id, chat_id);
alter table macro_runs add constraint macro_runs_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table macros add constraint macros_pkey PRIMARY KEY (workspace_id, id);
alter table macros add constraint macros_check CHECK (((team_id IS NULL) OR (membership_id IS NULL)));
alter table macros add constraint macros_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table mails add constraint mails_pkey PRIMARY KEY (workspace_id, id);
alter table mails add constraint mails_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])));
alter table media_files add constraint media_files_pkey PRIMARY KEY (workspace_id, id);
alter table media_files add constraint media_files_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'stored'::text, 'failed'::text])));
alter table media_upload_copies add constraint media_upload_copies_pkey PRIMARY KEY (workspace_id, upload_id, channel_id);
alter table media_uploads add constraint media_uploads_pkey PRIMARY KEY (workspace_id, id);
alter table member_activity add constraint member_activity_pkey PRIMARY KEY (workspace_id, membership_id, device_id);
alter table member_availability add constraint member_availability_pkey PRIMARY KEY (workspace_id, membership_id);
alter table member_availability add constraint member_availability_by_hand_check CHECK ((by_hand = ANY (ARRAY['online'::text, 'away'::text, 'offline'::text])));
alter table member_availability add constraint member_availability_recorded_check CHECK ((recorded = ANY (ARRAY['online'::text, 'away'::text, 'offline'::text])));
alter table member_availability add constraint member_availability_workspace_id_business_hours_id_fkey FOREIGN KEY (workspace_id, business_hours_id) REFERENCES business_hours(workspace_id, id) ON DELETE SET NULL (business_hours_id) DEFERRABLE;
alter table memberships add constraint memberships_pkey PRIMARY KEY (workspace_id, id);
alter table memberships add constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table memberships add constraint memberships_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table memberships add constraint memberships_workspace_id_user_id_key UNIQUE (workspace_id, user_id);
alter table mentions add constraint mentions_pkey PRIMARY KEY (workspace_id, membership_id, note_id);
alter table mentions add constraint mentions_workspace_id_note_id_fkey FOREIGN KEY (workspace_id, note_id) REFERENCES notes(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table message_attempts add constraint message_attempts_pkey PRIMARY KEY (workspace_id, message_id, id);
alter table message_attempts add constraint message_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'ambiguous'::text, 'retry'::text, 'hold'::text, 'throttle'::text, 'stop'::text, 'rejected'::text])));
alter table message_charges add constraint message_charges_pkey PRIMARY KEY (workspace_id, message_id, country);
alter table message_charges add constraint message_charges_quantity_check CHECK ((quantity >= 0));
alter table message_statuses add constraint message_statuses_pkey PRIMARY KEY (workspace_id, channel_id, platform_message_id, status, participant);
alter table message_updates add constraint message_updates_pkey PRIMARY KEY (workspace_id, channel_id, kind, platform_update_id);
alter table message_updates add constraint message_updates_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text])));
alter table message_updates add constraint message_updates_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'revoke'::text, 'reaction'::text])));
alter table messages add constraint messages_pkey PRIMARY KEY (workspace_id, id);
alter table messages add constraint messages_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text])));
alter table messages add constraint messages_origin_check CHECK ((origin = ANY (ARRAY['echo'::text, 'history'::text])));
alter table messages add constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'received'::text])));
alter table migrations add constraint migrations_pkey PRIMARY KEY (name);
alter table moved_rows add constraint moved_rows_pkey PRIMARY KEY (id);
alter table notes add constraint notes_pkey PRIMARY KEY (workspace_id, id);
alter table notes add constraint notes_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table notices add constraint notices_pkey PRIMARY KEY (workspace_id, id);
alter table notification_cursors add constraint notification_cursors_pkey PRIMARY KEY (workspace_id);
alter table notification_pushes add constraint notification_pushes_pkey PRIMARY KEY (workspace_id, device_id, notification_id);
alter table notification_reads add constraint notification_reads_pkey PRIMARY KEY (workspace_id, membership_id, subject_id);
alter table notification_settings add constraint notification_settings_pkey PRIMARY KEY (workspace_id, membership_id);
alter table notification_settings add constraint notification_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439)));
alter table notification_settings add constraint notification_settings_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439)));
alter table notification_settings add constraint notification_settings_workspace_id_membership_id_fkey FOREIGN KEY (workspace_id, membership_id) REFERENCES memberships(workspace_id, id) ON DELETE CASCADE;
alter table notifications add constraint notifications_pkey PRIMARY KEY (workspace_id, id);
alter table notifications add constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'mention'::text, 'assignment'::text, 'reminder'::text, 'test'::text, 'sla_warning'::text, 'sla_breached'::text, 'comment'::text, 'status'::text])));
alter table notifications add constraint notifications_ticket_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table notifications add constraint notifications_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table notifications add constraint notifications_workspace_id_membership_id_kind_source_id_key UNIQUE (workspace_id, membership_id, kind, source_id);
alter table opt_out_settings add constraint opt_out_settings_pkey PRIMARY KEY (workspace_id);
alter table own_drafts add constraint own_drafts_pkey PRIMARY KEY (workspace_id, membership_id, chat_id, kind);
alter table own_drafts add constraint own_drafts_kind_check CHECK ((kind = ANY (ARRAY['reply'::text, 'note'::text])));
alter table own_drafts add constraint own_drafts_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (id);
alter table passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);
alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table people add constraint people_pkey PRIMARY KEY (workspace_id, id);
alter table person_merges add constraint person_merges_pkey PRIMARY KEY (workspace_id, id);
alter table pictures add constraint pictures_pkey PRIMARY KEY (id);
alter table pictures add constraint pictures_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table pictures add constraint pictures_workspace_id_membership_id_fkey FOREIGN KEY (workspace_id, membership_id) REFERENCES memberships(workspace_id, id) ON DELETE CASCADE;
alter table pictures add constraint pictures_workspace_id_membership_id_key UNIQUE NULLS NOT DISTINCT (workspace_id, membership_id);
alter table price_lists add constraint price_lists_pkey PRIMARY KEY (workspace_id, id);
alter table price_lists add constraint price_lists_actor_type_check CHECK ((actor_type = ANY (ARRAY['api_key'::text, 'member'::text, 'person'::text, 'system'::text])));
alter table price_lists add constraint price_lists_workspace_id_valid_from_key UNIQUE (workspace_id, valid_from);
alter table prices add constraint prices_pkey PRIMARY KEY (workspace_id, list_id, country, category);
alter table prices add constraint prices_price_check CHECK ((price >= (0)::numeric));
alter table prices add constraint prices_workspace_id_list_id_fkey FOREIGN KEY (workspace_id, list_id) REFERENCES price_lists(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table processes add constraint processes_pkey PRIMARY KEY (id);
alter table push_devices add constraint push_devices_pkey PRIMARY KEY (id);
alter table push_devices add constraint push_devices_endpoint_hash_key UNIQUE (endpoint_hash);
alter table push_devices add constraint push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
alter table push_devices add constraint push_devices_session_id_key UNIQUE (session_id);
alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (user_id, hash);
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table reply_drafts add constraint reply_drafts_pkey PRIMARY KEY (workspace_id, id);
alter table reply_drafts add constraint reply_drafts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'sent'::text, 'discarded'::text])));
alter table reply_drafts add constraint reply_drafts_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table report_schedules add constraint report_schedules_pkey PRIMARY KEY (workspace_id, id);
alter table report_schedules add constraint report_schedules_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])));
alter table report_schedules add constraint report_schedules_hour_check CHECK (((hour >= 0) AND (hour <= 23)));
alter table roles add constraint roles_pkey PRIMARY KEY (workspace_id, id);
alter table roles add constraint roles_check CHECK (((name IS NULL) = (scopes IS NULL)));
alter table roles add constraint roles_visibility_check CHECK ((visibility = ANY (ARRAY['all'::text, 'teams'::text, 'own'::text])));
alter table roles add constraint roles_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table rule_checks add constraint rule_checks_pkey PRIMARY KEY (workspace_id, chat_id, event_position);
alter table rule_checks add constraint rule_checks_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table rule_firings add constraint rule_firings_pkey PRIMARY KEY (workspace_id, id);
alter table rule_firings add constraint rule_firings_result_check CHECK ((result = ANY (ARRAY['done'::text, 'partly'::text])));
alter table rule_firings add constraint rule_firings_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table rule_firings add constraint rule_firings_workspace_id_rule_id_fkey FOREIGN KEY (workspace_id, rule_id) REFERENCES rules(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table rule_timers add constraint rule_timers_pkey PRIMARY KEY (workspace_id, rule_id, chat_id, episode);
alter table rule_timers add constraint rule_timers_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table rule_timers add constraint rule_timers_workspace_id_rule_id_fkey FOREIGN KEY (workspace_id, rule_id) REFERENCES rules(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table rules add constraint rules_pkey PRIMARY KEY (workspace_id, id);
alter table rules add constraint rules_repeat_check CHECK ((repeat = ANY (ARRAY['always'::text, 'round'::text, 'once'::text])));
alter table second_steps add constraint second_steps_pkey PRIMARY KEY (hash);
alter table second_steps add constraint second_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table secret_keys add constraint secret_keys_pkey PRIMARY KEY (id);
alter table sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table sessions add constraint sessions_token_key UNIQUE (token);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table shard_loads add constraint shard_loads_pkey PRIMARY KEY (shard);
alter table sla_policies add constraint sla_policies_pkey PRIMARY KEY (workspace_id, id);
alter table sla_policy_versions add constraint sla_policy_versions_pkey PRIMARY KEY (workspace_id, policy_id, version);
alter table sla_policy_versions add constraint sla_policy_versions_workspace_id_policy_id_fkey FOREIGN KEY (workspace_id, policy_id) REFERENCES sla_policies(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table sla_rounds add constraint sla_rounds_pkey PRIMARY KEY (workspace_id, chat_id, round_at);
alter table sla_rounds add constraint sla_rounds_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table sla_targets add constraint sla_targets_pkey PRIMARY KEY (workspace_id, chat_id, round_at, metric, number);
alter table sla_targets add constraint sla_targets_metric_check CHECK ((metric = ANY (ARRAY['first_response'::text, 'next_response'::text, 'resolution'::text])));
alter table sla_targets add constraint sla_targets_state_check CHECK ((state = ANY (ARRAY['running'::text, 'paused'::text, 'met'::text, 'breached'::text, 'not_needed'::text, 'canceled'::text])));
alter table sla_targets add constraint sla_targets_workspace_id_chat_id_round_at_fkey FOREIGN KEY (workspace_id, chat_id, round_at) REFERENCES sla_rounds(workspace_id, chat_id, round_at) ON DELETE CASCADE DEFERRABLE;
alter table sso_attempts add constraint sso_attempts_pkey PRIMARY KEY (hash);
alter table sso_connections add constraint sso_connections_pkey PRIMARY KEY (workspace_id, id);
alter table sso_connections add constraint sso_connections_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table sso_connections add constraint sso_connections_workspace_id_key UNIQUE (workspace_id);
alter table sso_domains add constraint sso_domains_pkey PRIMARY KEY (workspace_id, domain);
alter table sso_domains add constraint sso_domains_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table sso_identities add constraint sso_identities_pkey PRIMARY KEY (workspace_id, issuer, subject);
alter table sso_identities add constraint sso_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table sso_identities add constraint sso_identities_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table tags add constraint tags_pkey PRIMARY KEY (workspace_id, id);
alter table team_members add constraint team_members_pkey PRIMARY KEY (workspace_id, team_id, membership_id);
alter table team_members add constraint team_members_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table teams add constraint teams_pkey PRIMARY KEY (workspace_id, id);
alter table teams add constraint teams_workspace_id_business_hours_id_fkey FOREIGN KEY (workspace_id, business_hours_id) REFERENCES business_hours(workspace_id, id) ON DELETE SET NULL (business_hours_id) DEFERRABLE;
alter table templates add constraint templates_pkey PRIMARY KEY (workspace_id, business_account, name, language);
alter table ticket_attachments add constraint ticket_attachments_pkey PRIMARY KEY (workspace_id, ticket_id, upload_id);
alter table ticket_attachments add constraint ticket_attachments_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_attachments add constraint ticket_attachments_workspace_id_upload_id_fkey FOREIGN KEY (workspace_id, upload_id) REFERENCES media_uploads(workspace_id, id) DEFERRABLE;
alter table ticket_changes add constraint ticket_changes_pkey PRIMARY KEY (workspace_id, id);
alter table ticket_changes add constraint ticket_changes_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'title'::text, 'description'::text, 'status'::text, 'priority'::text, 'assigned'::text, 'due'::text, 'tagged'::text, 'untagged'::text, 'attached'::text, 'detached'::text, 'comment_edited'::text, 'comment_deleted'::text, 'contact'::text, 'team'::text, 'type'::text, 'field'::text, 'linked'::text, 'unlinked'::text, 'customer_notified'::text])));
alter table ticket_changes add constraint ticket_changes_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_comments add constraint ticket_comments_pkey PRIMARY KEY (workspace_id, id);
alter table ticket_comments add constraint ticket_comments_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_followers add constraint ticket_followers_pkey PRIMARY KEY (workspace_id, ticket_id, membership_id);
alter table ticket_followers add constraint ticket_followers_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_links add constraint ticket_links_pkey PRIMARY KEY (workspace_id, id);
alter table ticket_links add constraint ticket_links_check CHECK ((ticket_id <> other_id));
alter table ticket_links add constraint ticket_links_kind_check CHECK ((kind = ANY (ARRAY['relates_to'::text, 'blocks'::text, 'duplicate_of'::text])));
alter table ticket_links add constraint ticket_links_workspace_id_other_id_fkey FOREIGN KEY (workspace_id, other_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_links add constraint ticket_links_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_tags add constraint ticket_tags_pkey PRIMARY KEY (workspace_id, ticket_id, tag_id);
alter table ticket_tags add constraint ticket_tags_workspace_id_tag_id_fkey FOREIGN KEY (workspace_id, tag_id) REFERENCES tags(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_tags add constraint ticket_tags_workspace_id_ticket_id_fkey FOREIGN KEY (workspace_id, ticket_id) REFERENCES tickets(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table ticket_types add constraint ticket_types_pkey PRIMARY KEY (workspace_id, id);
alter table tickets add constraint tickets_pkey PRIMARY KEY (workspace_id, id);
alter table tickets add constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text])));
alter table tickets add constraint tickets_status_check CHECK ((status = ANY (ARRAY['open'::text, 'pending'::text, 'solved'::text, 'closed'::text])));
alter table tickets add constraint tickets_workspace_id_chat_id_fkey FOREIGN KEY (workspace_id, chat_id) REFERENCES chats(workspace_id, id) DEFERRABLE;
alter table tickets add constraint tickets_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages(workspace_id, id) DEFERRABLE;
alter table tickets add constraint tickets_workspace_id_number_key UNIQUE (workspace_id, number);
alter table tickets add constraint tickets_workspace_id_person_id_fkey FOREIGN KEY (workspace_id, person_id) REFERENCES people(workspace_id, id) DEFERRABLE;
alter table tickets add constraint tickets_workspace_id_team_id_fkey FOREIGN KEY (workspace_id, team_id) REFERENCES teams(workspace_id, id) ON DELETE SET NULL (team_id) DEFERRABLE;
alter table tickets add constraint tickets_workspace_id_type_id_fkey FOREIGN KEY (workspace_id, type_id) REFERENCES ticket_types(workspace_id, id) ON DELETE SET NULL (type_id) DEFERRABLE;
alter table timeline_entries add constraint timeline_entries_pkey PRIMARY KEY (workspace_id, id);
alter table timeline_entries add constraint timeline_entries_kind_check CHECK ((kind = ANY (ARRAY['lead'::text, 'ticket'::text, 'note'::text, 'form'::text, 'identity_conflict'::text, 'identity_change'::text, 'preference'::text, 'merge'::text])));
alter table timeline_entries add constraint timeline_entries_workspace_id_person_id_fkey FOREIGN KEY (workspace_id, person_id) REFERENCES people(workspace_id, id) DEFERRABLE;
alter table unused_pictures add constraint unused_pictures_pkey PRIMARY KEY (workspace_id, id);
alter table unused_pictures add constraint unused_pictures_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table used_challenges add constraint used_challenges_pkey PRIMARY KEY (hash);
alter table users add constraint users_pkey PRIMARY KEY (id);
alter table users add constraint users_email_check CHECK ((email = lower(email)));
alter table users add constraint users_email_key UNIQUE (email);
alter table users add constraint users_locale_check CHECK ((locale ~ '^[a-z]{2}(-[A-Z]{2})?$'::text));
alter table vapid_keys add constraint vapid_keys_pkey PRIMARY KEY (id);
alter table verifications add constraint verifications_pkey PRIMARY KEY (id);
alter table views add constraint views_pkey PRIMARY KEY (workspace_id, id);
alter table views add constraint views_subject_check CHECK ((subject = ANY (ARRAY['chats'::text, 'contacts'::text, 'tickets'::text])));
alter table web_chat_sessions add constraint web_chat_sessions_pkey PRIMARY KEY (workspace_id, id);
alter table web_chat_sessions add constraint web_chat_sessions_workspace_id_channel_id_fkey FOREIGN KEY (workspace_id, channel_id) REFERENCES channels(workspace_id, id) DEFERRABLE;
alter table web_chat_tokens add constraint web_chat_tokens_pkey PRIMARY KEY (workspace_id, token_hash);
alter table web_chat_tokens add constraint web_chat_tokens_workspace_id_session_id_fkey FOREIGN KEY (workspace_id, session_id) REFERENCES web_chat_sessions(workspace_id, id) ON DELETE CASCADE DEFERRABLE;
alter table web_chats add constraint web_chats_pkey PRIMARY KEY (workspace_id, channel_id);
alter table web_chats add constraint web_chats_email_field_check CHECK ((email_field = ANY (ARRAY['hidden'::text, 'optional'::text, 'required'::text])));
alter table web_chats add constraint web_chats_language_check CHECK ((language = ANY (ARRAY['auto'::text, 'en'::text, 'hi'::text])));
alter table web_chats add constraint web_chats_name_field_check CHECK ((name_field = ANY (ARRAY['hidden'::text, 'optional'::text, 'required'::text])));
alter table web_chats add constraint web_chats_workspace_id_channel_id_fkey FOREIGN KEY (workspace_id, channel_id) REFERENCES channels(workspace_id, id) DEFERRABLE;
alter table webhook_attempts add constraint webhook_attempts_pkey PRIMARY KEY (workspace_id, delivery_id, number);
alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (workspace_id, id);
alter table webhook_deliveries add constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])));
alter table webhook_endpoint_changes add constraint webhook_endpoint_changes_pkey PRIMARY KEY (workspace_id, id);
alter table webhook_endpoint_changes add constraint webhook_endpoint_changes_actor_type_check CHECK ((actor_type = ANY (ARRAY['api_key'::text, 'member'::text, 'person'::text, 'system'::text])));
alter table webhook_endpoint_changes add constraint webhook_endpoint_changes_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'deleted'::text])));
alter table webhook_endpoints add constraint webhook_endpoints_pkey PRIMARY KEY (workspace_id, id);
alter table webhook_endpoints add constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['manual'::text, 'failing'::text, 'gone'::text])));
alter table webhook_endpoints add constraint webhook_endpoints_max_in_flight_check CHECK (((max_in_flight >= 1) AND (max_in_flight <= 100)));
alter table webhook_endpoints add constraint webhook_endpoints_ordering_check CHECK ((ordering = ANY (ARRAY['subject'::text, 'creation'::text, 'conversation'::text])));
alter table webhook_endpoints add constraint webhook_endpoints_payload_check CHECK ((payload = ANY (ARRAY['full'::text, 'thin'::text])));
alter table webhook_endpoints add constraint webhook_endpoints_rate_limit_check CHECK (((rate_limit >= 1) AND (rate_limit <= 10000)));
alter table webhook_endpoints add constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])));
alter table webhook_replays add constraint webhook_replays_pkey PRIMARY KEY (workspace_id, id);
alter table webhook_replays add constraint webhook_replays_paused_reason_check CHECK ((paused_reason = ANY (ARRAY['manual'::text, 'endpoint_disabled'::text])));
alter table webhook_replays add constraint webhook_replays_rate_limit_check CHECK ((rate_limit > 0));
alter table webhook_replays add constraint webhook_replays_status_check CHECK ((status = ANY (ARRAY['running'::text, 'paused'::text, 'completed'::text, 'cancelled'::text])));
alter table workspace_counters add constraint workspace_counters_pkey PRIMARY KEY (workspace_id);
alter table workspace_moves add constraint workspace_moves_pkey PRIMARY KEY (id);
alter table workspace_moves add constraint workspace_moves_state_check CHECK ((state = ANY (ARRAY['copying'::text, 'switched'::text, 'done'::text, 'aborted'::text])));
alter table workspace_moves add constraint workspace_moves_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id);
alter table workspaces add constraint workspaces_pkey PRIMARY KEY (id);
alter table workspaces add constraint workspaces_default_country_check CHECK ((default_country ~ '^[A-Z]{2}$'::text));
alter table workspaces add constraint workspaces_retention_days_check CHECK (((retention_days >= 1) AND (retention_days <= 3650)));
alter table workspaces add constraint workspaces_slug_key UNIQUE (slug);
alter table workspaces add constraint workspaces_unmatched_phone_check CHECK ((unmatched_phone = ANY (ARRAY['reject'::text, 'first_conversation'::text])));
CREATE INDEX accounts_user ON public.accounts USING btree (user_id);
CREATE INDEX api_requests_bodies ON public.api_requests USING btree (workspace_id, id) WHERE (bodies IS NOT NULL);
CREATE INDEX api_requests_failed ON public.api_requests USING btree (workspace_id, id) WHERE (status >= 400);
CREATE INDEX api_requests_key ON public.api_requests USING btree (workspace_id, key_id, id);
CREATE INDEX app_codes_expiry ON public.app_codes USING btree (expires_at);
CREATE INDEX app_tokens_app ON public.app_tokens USING btree (workspace_id, app_id);
CREATE INDEX app_tokens_expiry ON public.app_tokens USING btree (expires_at);
CREATE INDEX applied_effects_age ON public.applied_effects USING btree (applied_at);
CREATE INDEX attempt_counts_age ON public.attempt_counts USING btree (full_at);
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (workspace_id, action, id DESC);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (workspace_id, actor_id, id DESC);
CREATE INDEX bot_turns_due ON public.bot_turns USING btree (workspace_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX bulk_actions_expiry ON public.bulk_actions USING btree (expires_at);
CREATE INDEX bulk_actions_running ON public.bulk_actions USING btree (workspace_id, id) WHERE (status = 'running'::text);
CREATE UNIQUE INDEX business_hours_default ON public.business_hours USING btree (workspace_id) WHERE is_default;
CREATE UNIQUE INDEX business_hours_name ON public.business_hours USING btree (workspace_id, lower(name));
CREATE UNIQUE INDEX canned_replies_own_shortcut ON public.canned_replies USING btree (lower(shortcut), workspace_id, membership_id, team_id) NULLS NOT DISTINCT;
CREATE INDEX canned_reply_files_upload ON public.canned_reply_files USING btree (workspace_id, upload_id);
CREATE INDEX channel_events_channel ON public.channel_events USING btree (workspace_id, channel_id, id DESC);
CREATE INDEX channels_templates_due ON public.channels USING btree (COALESCE(templates_due_at, '-infinity'::timestamp with time zone)) WHERE ((access_token IS NOT NULL) AND (business_account IS NOT NULL));
CREATE INDEX chat_activity_assignee ON public.chat_activity USING btree (workspace_id, assignee_id, activity_at DESC, chat_id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX chat_activity_order ON public.chat_activity USING btree (workspace_id, activity_at DESC, chat_id DESC);
CREATE INDEX chat_activity_sla ON public.chat_activity USING btree (workspace_id, sla_due_at, chat_id) WHERE (sla_due_at IS NOT NULL);
CREATE INDEX chat_activity_team ON public.chat_activity USING btree (workspace_id, COALESCE(team_id, '00000000-0000-0000-0000-000000000000'::uuid), ((assignee_id IS NULL)), activity_at DESC, chat_id DESC);
CREATE INDEX chat_activity_waiting ON public.chat_activity USING btree (workspace_id, waiting_since, chat_id) WHERE (waiting_since IS NOT NULL);
CREATE INDEX chat_changes_chat ON public.chat_changes USING btree (workspace_id, chat_id, occurred_at DESC, id DESC);
CREATE INDEX chat_changes_handover_texts ON public.chat_changes USING btree (workspace_id, occurred_at) WHERE ((kind = 'handed_over'::text) AND (data ?| ARRAY['summary'::text, 'reason'::text]));
CREATE INDEX chat_changes_kind ON public.chat_changes USING btree (workspace_id, kind, id DESC);
CREATE INDEX chat_changes_summaries ON public.chat_changes USING gin (workspace_id, search_grams((data ->> 'summary'::text))) WITH (gin_pending_list_limit='512') WHERE ((kind = 'handed_over'::text) AND ((data ->> 'summary'::text) IS NOT NULL));
CREATE INDEX chat_participants_member ON public.chat_participants USING btree (workspace_id, membership_id, chat_id);
CREATE INDEX chat_tags_tag ON public.chat_tags USING btree (workspace_id, tag_id, chat_id);
CREATE INDEX chats_assignee ON public.chats USING btree (workspace_id, assignee_id, status);
CREATE INDEX chats_created ON public.chats USING btree (workspace_id, created_at);
CREATE INDEX chats_held_by_others ON public.chats USING btree (workspace_id, id) WHERE (holder = 'other'::text);
CREATE INDEX chats_hold_ends ON public.chats USING btree (hold_ends_at) WHERE (hold_ends_at IS NOT NULL);
CREATE INDEX chats_person ON public.chats USING btree (workspace_id, person_id);
CREATE INDEX chats_priority ON public.chats USING btree (workspace_id, priority, status) WHERE (priority IS NOT NULL);
CREATE INDEX chats_queue ON public.chats USING btree (workspace_id, team_id, id) WHERE ((team_id IS NOT NULL) AND (assignee_id IS NULL) AND (status = 'open'::text));
CREATE INDEX chats_snoozed ON public.chats USING btree (workspace_id, snoozed_until) WHERE (status = 'snoozed'::text);
CREATE INDEX chats_team ON public.chats USING btree (workspace_id, team_id, status) WHERE (team_id IS NOT NULL);
CREATE INDEX chats_titles ON public.chats USING btree (workspace_id, id) WHERE (title IS NOT NULL);
CREATE INDEX contact_field_values_found ON public.contact_field_values USING btree (workspace_id, field_id, number, value, person_id);
CREATE INDEX conversation_notifications_assignee ON public.conversation_notifications USING btree (workspace_id, assignee_id, id) WHERE is_open;
CREATE INDEX conversation_notifications_newest ON public.conversation_notifications USING btree (workspace_id, id) WHERE is_open;
CREATE INDEX csat_requests_asked ON public.csat_requests USING btree (workspace_id, asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX csat_requests_due ON public.csat_requests USING btree (workspace_id, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX custom_fields_label ON public.custom_fields USING btree (workspace_id, applies_to, lower(label)) WHERE (archived_at IS NULL);
CREATE INDEX custom_fields_unindexed ON public.custom_fields USING btree (created_at) WHERE (indexed_at IS NULL);
CREATE INDEX data_exports_contact ON public.data_exports USING btree (workspace_id, contact_id, id DESC);
CREATE INDEX data_exports_expiry ON public.data_exports USING btree (expires_at);
CREATE UNIQUE INDEX data_exports_running ON public.data_exports USING btree (workspace_id, contact_id) WHERE (status = 'running'::text);
CREATE INDEX directory_outbox_due ON public.directory_outbox USING btree (due_at);
CREATE INDEX directory_outbox_workspace ON public.directory_outbox USING btree (workspace_id);
CREATE INDEX erased_keys_age ON public.erased_keys USING btree (workspace_id, erased_at);
CREATE INDEX erasures_running ON public.erasures USING btree (workspace_id, id) WHERE (status = 'running'::text);
CREATE INDEX followers_due ON public.followers USING btree (kind, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX form_routes_open ON public.form_routes USING btree (is_open) WHERE is_open;
CREATE INDEX form_submissions_age ON public.form_submissions USING btree (workspace_id, seen_at);
CREATE INDEX form_submissions_expiring ON public.form_submissions USING btree (workspace_id, seen_at) WHERE (fingerprint !~~ 'event:%'::text);
CREATE INDEX held_replies_all_due ON public.held_replies USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX held_replies_chat ON public.held_replies USING btree (workspace_id, chat_id);
CREATE INDEX held_replies_created ON public.held_replies USING btree (created_at);
CREATE INDEX held_replies_due ON public.held_replies USING btree (workspace_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX held_replies_member ON public.held_replies USING btree (workspace_id, membership_id);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX identities_person ON public.identities USING btree (workspace_id, person_id);
CREATE INDEX identities_search ON public.identities USING gin (workspace_id, value gin_trgm_ops) WITH (gin_pending_list_limit='512');
CREATE INDEX imports_open ON public.imports USING btree (workspace_id, id) WHERE (status = ANY (ARRAY['checking'::text, 'running'::text]));
CREATE INDEX inbound_payloads_attention ON public.inbound_payloads USING btree (workspace_id, id DESC) WHERE (labels @> ARRAY['attention:open'::text]);
CREATE INDEX inbound_payloads_labels ON public.inbound_payloads USING gin (labels);
CREATE INDEX inbound_payloads_pending ON public.inbound_payloads USING btree (workspace_id, due_at, id) WHERE (status = 'pending'::text);
CREATE INDEX inbound_payloads_unsettled ON public.inbound_payloads USING btree (workspace_id, status, id DESC) WHERE (status <> 'processed'::text);
CREATE UNIQUE INDEX invitations_open ON public.invitations USING btree (workspace_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX lanes_due ON public.lanes USING btree (kind, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX macro_runs_chat ON public.macro_runs USING btree (workspace_id, chat_id);
CREATE INDEX macro_runs_created ON public.macro_runs USING btree (created_at);
CREATE UNIQUE INDEX macros_name ON public.macros USING btree (workspace_id, membership_id, lower(name)) NULLS NOT DISTINCT;
CREATE INDEX mails_pending ON public.mails USING btree (workspace_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX media_files_message ON public.media_files USING btree (workspace_id, message_id);
CREATE INDEX media_files_of_visitors ON public.media_files USING btree (workspace_id) INCLUDE (size_bytes) WHERE of_visitor;
CREATE INDEX media_files_pending ON public.media_files USING btree (workspace_id, channel_id, due_at) WHERE (status = 'pending'::text);
CREATE INDEX media_files_revoked ON public.media_files USING btree (workspace_id, id) WHERE (error = 'revoked'::text);
CREATE INDEX member_availability_all_due ON public.member_availability USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX member_availability_due ON public.member_availability USING btree (workspace_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX memberships_user ON public.memberships USING btree (user_id);
CREATE INDEX message_statuses_parked ON public.message_statuses USING btree (workspace_id, occurred_at) WHERE (message_id IS NULL);
CREATE INDEX message_updates_message ON public.message_updates USING btree (workspace_id, channel_id, platform_message_id);
CREATE INDEX messages_chat ON public.messages USING btree (workspace_id, chat_id, created_at DESC, id DESC);
CREATE INDEX messages_due ON public.messages USING btree (workspace_id, channel_id, id) INCLUDE (send_due_at) WHERE (send_due_at IS NOT NULL);
CREATE INDEX messages_name_grams ON public.messages USING gin (workspace_id, search_grams(message_names(media, content))) WITH (gin_pending_list_limit='512') WHERE (((media IS NOT NULL) OR (content ? 'contacts'::text)) AND (message_names(media, content) IS NOT NULL) AND (send_due_at IS NULL));
CREATE INDEX messages_newest ON public.messages USING btree (workspace_id, created_at, id);
CREATE UNIQUE INDEX messages_platform ON public.messages USING btree (workspace_id, channel_id, platform_message_id) WHERE (platform_message_id IS NOT NULL);
CREATE INDEX messages_replies ON public.messages USING btree (workspace_id, channel_id, reply_to_platform_id) WHERE ((reply_to_platform_id IS NOT NULL) AND (reply_to_id IS NULL));
CREATE INDEX messages_retries ON public.messages USING btree (workspace_id, retry_of_id) WHERE (retry_of_id IS NOT NULL);
CREATE INDEX messages_text ON public.messages USING gin (workspace_id, text gin_trgm_ops) WITH (gin_pending_list_limit='512') WHERE ((text IS NOT NULL) AND (send_due_at IS NULL));
CREATE INDEX messages_text_grams ON public.messages USING gin (workspace_id, search_grams(text)) WITH (gin_pending_list_limit='512') WHERE ((octet_length(text) > length(text)) AND (send_due_at IS NULL));
CREATE INDEX messages_uploads ON public.messages USING btree (workspace_id, ((media ->> 'id'::text))) WHERE ((direction = 'outbound'::text) AND ((media ->> 'id'::text) IS NOT NULL));
CREATE INDEX notes_chat ON public.notes USING btree (workspace_id, chat_id, created_at DESC, id DESC);
CREATE INDEX notes_grams ON public.notes USING gin (workspace_id, search_grams(text)) WITH (gin_pending_list_limit='512') WHERE (deleted_at IS NULL);
CREATE INDEX notification_pushes_device ON public.notification_pushes USING btree (device_id, due_at);
CREATE INDEX notification_pushes_due ON public.notification_pushes USING btree (workspace_id, device_id, due_at);
CREATE INDEX notification_pushes_notification ON public.notification_pushes USING btree (workspace_id, notification_id);
CREATE INDEX notification_reads_age ON public.notification_reads USING btree (workspace_id, read_at);
CREATE INDEX notifications_chat ON public.notifications USING btree (workspace_id, chat_id);
CREATE INDEX notifications_due_mails ON public.notifications USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX notifications_list ON public.notifications USING btree (workspace_id, membership_id, id DESC);
CREATE INDEX notifications_mail ON public.notifications USING btree (workspace_id, mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX notifications_ticket ON public.notifications USING btree (workspace_id, ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (workspace_id, membership_id, chat_id) WHERE (read_at IS NULL);
CREATE INDEX own_drafts_chat ON public.own_drafts USING btree (workspace_id, chat_id);
CREATE INDEX own_drafts_updated ON public.own_drafts USING btree (updated_at);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE INDEX people_blocked ON public.people USING btree (workspace_id, updated_at DESC, id DESC) WHERE (blocked_at IS NOT NULL);
CREATE INDEX people_grams ON public.people USING gin (workspace_id, search_grams(search)) WITH (gin_pending_list_limit='512') WHERE (octet_length(search) > length(search));
CREATE INDEX people_merged ON public.people USING btree (workspace_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX people_name ON public.people USING btree (workspace_id, lower("left"(COALESCE(name, ''::text), 50)), id);
CREATE INDEX people_opted_out ON public.people USING btree (workspace_id, updated_at DESC, id DESC) WHERE (opted_out_at IS NOT NULL);
CREATE INDEX people_search ON public.people USING gin (workspace_id, search gin_trgm_ops) WITH (gin_pending_list_limit='512');
CREATE INDEX people_source ON public.people USING btree (workspace_id, source, updated_at DESC, id DESC);
CREATE INDEX people_updated ON public.people USING btree (workspace_id, updated_at DESC, id DESC);
CREATE INDEX person_merges_survivor ON public.person_merges USING btree (workspace_id, survivor_id, id DESC);
CREATE INDEX reply_drafts_chat ON public.reply_drafts USING btree (workspace_id, chat_id, created_at DESC, id DESC);
CREATE INDEX reply_drafts_created ON public.reply_drafts USING btree (created_at);
CREATE INDEX reply_drafts_open ON public.reply_drafts USING btree (workspace_id, created_at DESC, id DESC) WHERE (status = 'open'::text);
CREATE INDEX report_schedules_all_due ON public.report_schedules USING btree (next_at);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree (workspace_id, next_at);
CREATE UNIQUE INDEX roles_name ON public.roles USING btree (workspace_id, lower(name));
CREATE INDEX rule_checks_created ON public.rule_checks USING btree (workspace_id, created_at);
CREATE INDEX rule_firings_chat ON public.rule_firings USING btree (workspace_id, chat_id, id);
CREATE UNIQUE INDEX rule_firings_episode ON public.rule_firings USING btree (workspace_id, rule_id, chat_id, episode);
CREATE INDEX rule_firings_rule ON public.rule_firings USING btree (workspace_id, rule_id, id);
CREATE INDEX rule_timers_chat ON public.rule_timers USING btree (workspace_id, chat_id);
CREATE INDEX rule_timers_due ON public.rule_timers USING btree (workspace_id, due_at);
CREATE UNIQUE INDEX rules_name ON public.rules USING btree (lower(name), workspace_id);
CREATE INDEX second_steps_user ON public.second_steps USING btree (user_id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE UNIQUE INDEX sla_policies_name ON public.sla_policies USING btree (workspace_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX sla_rounds_open ON public.sla_rounds USING btree (workspace_id, policy_id, revision) WHERE is_open;
CREATE INDEX sla_targets_decided ON public.sla_targets USING btree (workspace_id, decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX sla_targets_next ON public.sla_targets USING btree (workspace_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX sla_targets_open ON public.sla_targets USING btree (workspace_id, chat_id) WHERE ((state = ANY (ARRAY['running'::text, 'paused'::text, 'breached'::text])) AND (ended_at IS NULL));
CREATE INDEX sso_attempts_age ON public.sso_attempts USING btree (expires_at);
CREATE UNIQUE INDEX sso_domains_verified ON public.sso_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
CREATE INDEX sso_identities_user ON public.sso_identities USING btree (user_id);
CREATE UNIQUE INDEX tags_name ON public.tags USING btree (workspace_id, lower(name));
CREATE INDEX team_members_member ON public.team_members USING btree (workspace_id, membership_id, team_id);
CREATE UNIQUE INDEX teams_name ON public.teams USING btree (workspace_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX templates_id ON public.templates USING btree (workspace_id, id);
CREATE INDEX templates_newest ON public.templates USING btree (workspace_id, updated_at DESC, id DESC);
CREATE INDEX ticket_attachments_upload ON public.ticket_attachments USING btree (workspace_id, upload_id);
CREATE INDEX ticket_changes_ticket ON public.ticket_changes USING btree (workspace_id, ticket_id, occurred_at DESC, id DESC);
CREATE INDEX ticket_comments_grams ON public.ticket_comments USING gin (workspace_id, search_grams(text)) WITH (gin_pending_list_limit='512') WHERE (deleted_at IS NULL);
CREATE INDEX ticket_comments_ticket ON public.ticket_comments USING btree (workspace_id, ticket_id, created_at DESC, id DESC);
CREATE INDEX ticket_followers_member ON public.ticket_followers USING btree (workspace_id, membership_id, ticket_id);
CREATE INDEX ticket_links_other ON public.ticket_links USING btree (workspace_id, other_id);
CREATE UNIQUE INDEX ticket_links_pair ON public.ticket_links USING btree (workspace_id, LEAST(ticket_id, other_id), GREATEST(ticket_id, other_id));
CREATE INDEX ticket_links_ticket ON public.ticket_links USING btree (workspace_id, ticket_id);
CREATE INDEX ticket_tags_tag ON public.ticket_tags USING btree (workspace_id, tag_id, ticket_id);
CREATE UNIQUE INDEX ticket_types_name ON public.ticket_types USING btree (lower(name), workspace_id);
CREATE INDEX tickets_assignee ON public.tickets USING btree (workspace_id, assignee_id, updated_at DESC, id DESC);
CREATE INDEX tickets_chat ON public.tickets USING btree (workspace_id, chat_id) WHERE (chat_id IS NOT NULL);
CREATE INDEX tickets_created ON public.tickets USING btree (workspace_id, created_at);
CREATE INDEX tickets_description_grams ON public.tickets USING gin (workspace_id, search_grams(description)) WITH (gin_pending_list_limit='512') WHERE (description IS NOT NULL);
CREATE INDEX tickets_due ON public.tickets USING btree (workspace_id, due_at) WHERE ((due_at IS NOT NULL) AND (status = ANY (ARRAY['open'::text, 'pending'::text])));
CREATE INDEX tickets_due_order ON public.tickets USING btree (workspace_id, COALESCE(due_at, '9999-12-31 00:00:00+00'::timestamp with time zone), id);
CREATE INDEX tickets_grams ON public.tickets USING gin (workspace_id, search_grams(title)) WITH (gin_pending_list_limit='512');
CREATE INDEX tickets_open ON public.tickets USING btree (workspace_id, status, updated_at DESC, id DESC);
CREATE INDEX tickets_overdue ON public.tickets USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (status = ANY (ARRAY['open'::text, 'pending'::text])));
CREATE INDEX tickets_person ON public.tickets USING btree (workspace_id, person_id);
CREATE INDEX tickets_priority ON public.tickets USING btree (workspace_id, array_position(ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text], priority) DESC, updated_at DESC, id DESC);
CREATE INDEX tickets_reminders ON public.tickets USING btree (due_at) WHERE ((status = ANY (ARRAY['open'::text, 'pending'::text])) AND (reminded_due_at IS DISTINCT FROM due_at));
CREATE INDEX tickets_team ON public.tickets USING btree (workspace_id, team_id, updated_at, id) WHERE (team_id IS NOT NULL);
CREATE INDEX tickets_type ON public.tickets USING btree (workspace_id, type_id, updated_at, id) WHERE (type_id IS NOT NULL);
CREATE INDEX tickets_updated ON public.tickets USING btree (workspace_id, updated_at DESC, id DESC);
CREATE INDEX timeline_entries_leads ON public.timeline_entries USING btree (workspace_id, id) WHERE (kind = 'lead'::text);
CREATE INDEX timeline_entries_person ON public.timeline_entries USING btree (workspace_id, person_id, occurred_at DESC, id DESC);
CREATE INDEX unused_pictures_since ON public.unused_pictures USING btree (since);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);
CREATE INDEX web_chat_sessions_address ON public.web_chat_sessions USING btree (workspace_id, channel_id, address);
CREATE INDEX web_chat_sessions_seen ON public.web_chat_sessions USING btree (last_seen_at);
CREATE INDEX web_chat_tokens_session ON public.web_chat_tokens USING btree (workspace_id, session_id, created_at DESC);
CREATE INDEX webhook_deliveries_endpoint ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_fresh ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, "position") WHERE ((status = 'pending'::text) AND (attempt_count = 0) AND (NOT held));
CREATE INDEX webhook_deliveries_ordered ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, ordering_key, "position") WHERE ((status = 'pending'::text) AND (ordering_key IS NOT NULL));
CREATE INDEX webhook_deliveries_replayed ON public.webhook_deliveries USING btree (workspace_id, replay_id, status, held, next_attempt_at) WHERE (replay_id IS NOT NULL);
CREATE INDEX webhook_deliveries_retried ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, next_attempt_at, "position") WHERE ((status = 'pending'::text) AND (attempt_count > 0) AND (NOT held));
CREATE INDEX webhook_deliveries_type ON public.webhook_deliveries USING btree (workspace_id, event_type, id DESC);
CREATE INDEX webhook_deliveries_unsettled ON public.webhook_deliveries USING btree (workspace_id, status, id DESC) WHERE (status <> 'succeeded'::text);
CREATE INDEX webhook_deliveries_unsuccessful ON public.webhook_deliveries USING btree (workspace_id, endpoint_id, id) INCLUDE (status, event_type, created_at) WHERE ((status = ANY (ARRAY['failed'::text, 'cancelled'::text])) AND (test_body IS NULL));
CREATE INDEX webhook_endpoint_changes_endpoint ON public.webhook_endpoint_changes USING btree (workspace_id, endpoint_id, changed_at DESC, id DESC);
CREATE INDEX webhook_endpoints_tls_warn ON public.webhook_endpoints USING btree (tls_warn_at) WHERE (tls_warn_at IS NOT NULL);
CREATE INDEX webhook_replays_endpoint ON public.webhook_replays USING btree (workspace_id, endpoint_id, id DESC);
CREATE INDEX webhook_replays_open ON public.webhook_replays USING btree (workspace_id, id) WHERE ((status = 'running'::text) OR (paused_reason = 'endpoint_disabled'::text));
CREATE INDEX workspace_counters_notifying ON public.workspace_counters USING btree (workspace_id) WHERE is_notifying;
CREATE INDEX workspace_moves_ended ON public.workspace_moves USING btree (ended_at);
CREATE UNIQUE INDEX workspace_moves_running ON public.workspace_moves USING btree ((true)) WHERE (ended_at IS NULL);
comment on column absent_workspaces.state is 'arriving: its rows are being copied to here; draining: no work begins any more; fenced: nothing may be written any more';
comment on column api_keys.rate_limit is 'requests a second; null: no limit';
comment on column api_keys.allowed_networks is 'addresses and subnets that may use the key; null: all';
comment on column api_keys.client_id is 'of a connected app, which only its tokens authenticate; null: an API key';
comment on column api_keys.team_ids is 'the teams whose conversations it sees; null: those of the whole workspace';
comment on column api_keys.sees_no_team is 'with team_ids: whether it also sees conversations without a team';
comment on column api_requests.route is 'the path with names of parameters; null when no route matched';
comment on column api_requests.bodies is 'JSON of query, request and response, encrypted under SECRET_KEY; null unless the workspace records them';
comment on column api_requests.created_at is 'when the response ended';
comment on column app_codes.hash is 'of the code';
comment on column app_codes.challenge is 'SHA-256 of the verifier, base64url';
comment on column app_codes.app_id is 'the row of api_keys for which the code was exchanged';
comment on column app_tokens.hash is 'of the token';
comment on column app_tokens.app_id is 'the row of api_keys';
comment on column app_tokens.used_at is 'when a refresh token was exchanged; its second use revokes the app';
comment on table applied_effects is 'rows of the outbox that were applied, so that none is applied twice';
comment on column assignment_places.capacity is 'instead of that of the team';
comment on column assignment_places.skill_tag_ids is 'conversations with these tags go to this member, and to others with them';
comment on column assignment_places.languages is 'contacts with these languages go to this member, and to others with them; tags of BCP 47';
comment on column assignment_rules.capacity is 'most open conversations of a member, in all teams; null: any number';
comment on column assignment_rules.sticky_days is 'for so many days a conversation goes to who answered it last; 0: to anybody';
comment on column assignment_rules.relax_minutes is 'after so many minutes, skills count no longer; null: they always count';
comment on column assignment_rules.hand_back_minutes is 'who is offline for so many minutes hands open conversations back; null: keeps them';
comment on column audit_entries.action is 'such as api_key.created';
comment on column audit_entries.data is 'names and what changed, for the reader; never a secret';
comment on column authenticators.secret is 'encrypted under SECRET_KEY';
comment on column away_replies.reason is 'why it could not be sent';
comment on column away_settings.texts is 'language and text of each; the first one is for all other languages';
comment on column away_settings.pause_hours is 'a contact gets at most one away reply in so many hours';
comment on column backups.due_at is 'null: not by the schedule';
comment on column backups.complete_until is 'everything that was answered before is in it';
comment on column backups.limitation is 'why what was written meanwhile is missing';
comment on column bot_turns.since is 'the first message after which the bot has not acted';
comment on column bot_turns.inbound_at is 'the newest message that the bot must act on';
comment on column bot_turns.due_at is 'when the bot loses the conversation; null: it has acted';
comment on column bot_turns.done_position is 'the position of the last event when the bot acted last';
comment on column bots.timeout_seconds is 'a bot that does not act for so long after a message loses the conversation';
comment on column bots.failures is 'time-outs since the bot last acted in time';
comment on column bots.off_at is 'since then it gets no new conversations';
comment on column bulk_action_items.before is 'the previous values that an undo restores; null: nothing can be undone';
comment on column bulk_actions.phase is 'undo: the items that are done get their previous values';
comment on column bulk_actions.cursor is 'the last item of the phase that has a result; null: none yet';
comment on column bulk_actions.reasons is 'why items were skipped, failed or kept: counts by code';
comment on column bulk_actions.leaves_no_trace is 'the undo of a close removes it from threads and reports';
comment on column bulk_actions.cancel_reason is 'why it ended before its last item: member_removed, role_changed or key_revoked; null: a member or a key canceled it, or it was not canceled';
comment on column business_hours.is_default is 'for conversations without a team, and for teams that have no hours of their own';
comment on column canned_replies.team_id is 'only members of the team have it';
comment on column canned_replies.membership_id is 'only this member has it; without a team and a member, all have it';
comment on column channel_events.fingerprint is 'hash of all that makes a repeat the same';
comment on column channel_reservations.released_at is 'since when other workspaces may connect the account';
comment on column channel_routes.account is 'the platform''s id of our side: a WhatsApp phone number id, a page id';
comment on column channels.access_token is 'encrypted under SECRET_KEY';
comment on column channels.business_account is 'the WhatsApp business account (WABA) that the number belongs to, learnt from what arrives';
comment on column channels.account_status_at is 'the platform''s time of what account_status says: older news changes nothing';
comment on column channels.last_inbound_at is 'when something last came in for it, to ten seconds';
comment on column channels.send_rate is 'messages a second that the platform takes from this number';
comment on column channels.send_pair_burst is 'messages that one recipient takes at once; one in six seconds follows';
comment on column channels.send_held_until is 'nothing is sent before: the platform throttled or refused the account, for send_error_code';
comment on column channels.send_stopped_at is 'since when the platform refuses the account; its messages wait';
comment on column channels.templates_due_at is 'when its templates are next read from the platform; null: at once';
comment on column channels.released_at is 'when the workspace gave up the disconnected account';
comment on column channels.is_simulated is 'Whether its access token is one of the simulator, which no real platform is called with';
comment on column channels.team_id is 'the team of new conversations';
comment on column chat_activity.activity_at is 'of the last message, or of the chat''s creation before the first one';
comment on column chat_activity.waiting_since is 'the time of the customer''s first message that nobody answered; null: answered or closed';
comment on column chat_activity.sla_due_at is 'when the first of its targets is or was due that is not met yet; null: none runs';
comment on column chat_activity.team_id is 'that of the conversation, by a trigger';
comment on column chat_activity.assignee_id is 'that of the conversation, by a trigger';
comment on column chat_changes.data is 'assigned: assignee_id; snoozed: until; closed: opened_at of the round that ended; tagged: tag_id and name; ticket: ticket_id, number, title, status and previous_status';
comment on column chats.recipient is 'the platform''s own address of the customer (wa_id, PSID …), kept as the platform writes it';
comment on column chats.opened_at is 'when it was last reopened; null: it has been open since created_at';
comment on column chats.automatic_reply_id is 'the newest message that the product sent by itself and that answers nobody: while it is the last message, the customer still waits';
comment on column chats.comment_until is 'until then, the next message of the customer is the comment on their rating';
comment on column contact_field_values.value is 'at most the first 100 characters';
comment on column contact_field_values.number is 'the value of a number; null for other types';
comment on column conversation_notifications.id is 'of the last fact, so it changes with each; in the order of creation';
comment on column conversation_notifications.assignee_id is 'that of the conversation, which the lane of notifications keeps up to date';
comment on column conversation_notifications.message_id is 'the last message of which members were notified';
comment on column conversation_notifications.change_id is 'the last change of the conversation of which members were notified';
comment on column conversation_notifications.message_count is 'messages since the conversation was last handled';
comment on column conversation_notifications.since_id is 'the message or change of the last fact; an answer with a later id handles it';
comment on column conversation_notifications.is_open is 'whether the conversation is not handled: neither answered, closed nor snoozed';
comment on column csat_requests.round_at is 'when the round began: the creation or the reopening of the conversation';
comment on column csat_requests.due_at is 'when the worker asks, or thanks for the answer; null: nothing is to be done';
comment on column csat_requests.member_id is 'the membership that replied last in the round';
comment on column csat_settings.delay_minutes is 'from the close of a conversation to the question';
comment on column csat_settings.person_days is 'a contact is asked at most once in so many days';
comment on column csat_settings.template is 'name of the template outside the customer service window; null: the customer is not asked then';
comment on column csat_settings.off_team_ids is 'teams whose conversations are not rated';
comment on column csat_settings.texts is 'an object per language; the first is for customers whose language is not known';
comment on column custom_fields.key is 'its name in people.fields';
comment on column custom_fields.choices is 'the values of the type choice, in their order; null for other types';
comment on column custom_fields.indexed_to is 'the last contact whose older value contact_field_values has; null at the start';
comment on column custom_fields.indexed_at is 'since when contact_field_values has the values of all contacts';
comment on column custom_fields.applies_to is 'only the values of contacts are in contact_field_values';
comment on column data_exports.cursor is 'how far the section has come; null: at its start';
comment on column data_exports.parts is 'the files of the archive, in order';
comment on column data_exports.writing is 'files that were begun: the last one becomes a part, the others are removed';
comment on column data_exports.counts is 'rows exported, by kind';
comment on table directory_outbox is 'changes of tenants'' rows that follow a committed change of the directory';
comment on column directory_outbox.body is 'JSON: the actor, and the body of its kind';
comment on column erased_keys.digest is 'keyed hash of an address, or of the id of a message';
comment on column erasures.contact_ids is 'the contact and those merged into it';
comment on column erasures.cursor is 'how far the step has come; null: at its start';
comment on column erasures.subject is 'what rows are found by; null once the job is done';
comment on column erasures.counts is 'rows removed, by kind';
comment on column events.body is 'the JSON exactly as it is signed and sent';
comment on column events.cause is 'the id of the request that caused the event, and after a space its traceparent';
comment on column form_submissions.fingerprint is 'key:… of the caller, event:… of the provider, or content:… (one minute)';
comment on column forms.secret is 'of the provider''s signature, encrypted under SECRET_KEY';
comment on column held_replies.input is 'the message, as the verb that sends it reads it';
comment on column held_replies.closes is 'whether the conversation is closed with it';
comment on column held_replies.due_at is 'when it is sent; null: it could not be sent';
comment on column idempotency_keys.response_body is 'encrypted under SECRET_KEY, as base64';
comment on column imports.body is 'the file, UTF-8 without a mark; null once it is no longer needed';
comment on column imports.samples is 'the cells of its first rows';
comment on column imports.mapping is 'by column: the field that its cells go into';
comment on column imports.done_bytes is 'where in the body the next row begins';
comment on column imports.started_by_type is 'the kind of the actor who started the check or the import, in whose name it works; null: none has been started since this column exists';
comment on column imports.cancel_reason is 'why it ended before its last row: member_removed or key_revoked; null: a member or a key canceled it, or it was not canceled';
comment on column imports.guesses is 'what each column was guessed to contain, and why (decision 171); null: it was uploaded before this column existed';
comment on column inbound_payloads.workspace_id is 'the nil UUID while no single workspace is known';
comment on column inbound_payloads.parent_id is 'the payload of several workspaces that this one was split from';
comment on column inbound_payloads.labels is 'account:…, business_account:…, kind:… and result:… of its items';
comment on column inbound_payloads.cause is 'the id of the request that brought the payload, and after a space its traceparent';
comment on column lanes.not_before is 'a wake-up makes the lane due then at the earliest: a pause that its holder wants kept';
comment on column macro_runs.done is 'the state before and after, and what was created';
comment on column macros.team_id is 'only members of the team have it';
comment on column macros.membership_id is 'only this member has it; without a team and a member, all have it';
comment on column mails.workspace_id is 'the nil UUID for mail to a person as such';
comment on column mails.body is 'the text, encrypted under SECRET_KEY';
comment on column mails.attachment is 'a file with its name, encrypted under SECRET_KEY';
comment on column media_files.url is 'of the platform, good for minutes; a new one is asked for by platform_media_id';
comment on column media_files.expected_sha256 is 'base64, as the platform named it';
comment on column media_files.of_visitor is 'whether an anonymous visitor of a web chat sent it';
comment on column media_uploads.of_visitor is 'whether an anonymous visitor of a web chat sent it';
comment on column media_uploads.created_by is 'the member or key who uploaded the file, and may use it before a message or ticket does; null: uploaded by an earlier release';
comment on column member_activity.device_id is 'the session of a browser';
comment on column member_activity.seen_at is 'when the app was last open, to the minute while it is open';
comment on column member_availability.by_hand is 'null: by working hours and activity';
comment on column member_availability.until is 'when by_hand ends; null: when it is changed';
comment on column member_availability.recorded is 'the availability of the last event, so that each change is one event';
comment on column member_availability.due_at is 'when it may change next without anybody''s doing';
comment on column message_attempts.outcome is 'null while it is under way, or when its process died';
comment on column message_charges.country is 'ISO 3166-1 alpha-2; empty: unknown';
comment on column message_charges.price_category is 'the category in price lists; null: not priced per message';
comment on column message_charges.quantity is 'recipients that the message was delivered to; 0: not delivered yet';
comment on column message_charges.created_at is 'when the message was written';
comment on column message_statuses.message_id is 'null while the message that it speaks of is not known yet';
comment on column message_statuses.details is 'pricing, conversation, errors and recipient, as the platform gave them';
comment on column message_updates.id is 'in the order of arrival, which decides within a second';
comment on column message_updates.platform_message_id is 'the message that it speaks of';
comment on column message_updates.direction is 'inbound: by the customer; outbound: by our side';
comment on column message_updates.text is 'the emoji (null: taken back), or the new text';
comment on column messages.content is 'what the platform''s node says beside text and media';
comment on column messages.send_due_at is 'when the worker may next hand a queued message to the platform';
comment on column messages.origin is 'echo: sent by another app of ours, such as the phone; history: from before the channel was connected';
comment on column messages.retry_of_id is 'the failed message that this one is sent instead of';
comment on column messages.cause is 'of a sent message, the id of the request that queued it, and after a space its traceparent; of a received one the same of its payload, while traces are recorded';
comment on column migrations.needs is 'the migration that a release must know to run on this schema; null: every release can';
comment on table notes is 'internal: no customer and no platform ever gets one';
comment on column notes.mentions is 'memberships';
comment on column notification_pushes.notification_id is 'of notifications, or with chat_id the id of the fact';
comment on column notification_pushes.chat_id is 'the conversation that the fact is about; null: notification_id says all';
comment on column notification_reads.subject_id is 'a conversation, or the workspace: all conversations';
comment on column notification_reads.read_up_to is 'the last id of conversation_notifications that the member has seen';
comment on column notification_settings.quiet_from is 'minutes since midnight; null: no quiet hours';
comment on column notification_settings.seen_at is 'when the member last had the web app open';
comment on column notifications.source_id is 'message: the message; mention: the note or the comment; assignment: the change of the conversation or ticket, or the bulk action; reminder: the change of the conversation, random for a ticket; test: random';
comment on column notifications.mail_due_at is 'when the member gets a mail if they have not been here until then; null: no mail';
comment on column notifications.bulk_subject is 'chats or tickets that a bulk action assigned; null: the notification is about one of them';
comment on column notifications.bulk_count is 'how many of them';
comment on column own_drafts.version is 'chosen by the browser that saved the text; a message or note that is made of the draft names it, so that a draft is sent once';
comment on column own_drafts.seen_until is 'the author has seen the replies of other members up to this time (decision 176)';
comment on column passkeys.public_key is 'COSE key';
comment on column people.fields is 'further facts by name, as imports and agents keep them';
comment on column people.opted_out_by is 'keyword, platform, member or api_key';
comment on column people.opt_out_decided_at is 'the time of the last opt-out or opt-in; an older one that arrives late changes nothing';
comment on column person_merges.before is 'the fields of both, as they were';
comment on column person_merges.moved is 'ids of what went from the merged to the survivor, by table';
comment on column prices.market is 'the country or region as the uploaded file names it';
comment on table processes is 'a process that stopped in order has no row; one that was killed keeps its row for a day';
comment on column push_devices.subscription is 'the endpoint and the keys of the browser, encrypted under SECRET_KEY';
comment on column push_devices.rules is 'null: all notifications of the member';
comment on column readiness_checks.filler is 'so large that the rows of one check fill a page of the table''s file';
comment on column reply_drafts.author_name is 'of a key, when it wrote the draft';
comment on column reply_drafts.message_id is 'the message as which it was sent; not a foreign key, because messages are deleted earlier';
comment on column report_schedules.on_day is 'of the week from 1 (Monday), or of the month up to 28; null if it is sent each day';
comment on column report_schedules.recipient_ids is 'members; those who left or may not read reports any more get none';
comment on table roles is 'custom roles, and the visibility of built-in ones if it was changed';
comment on column roles.id is 'the name of a built-in role, or the id of a custom one';
comment on column roles.name is 'null: a built-in role, whose name and scopes are constants of the program';
comment on table rule_checks is 'why rules that looked at a conversation did not fire, for seven days';
comment on column rule_firings.episode is 'a rule fires once in each stretch of a conversation: an event, a round, a wait';
comment on column rule_firings.chain is 'the rules whose firings led to it, and its own rule last';
comment on column rule_firings.is_answer is 'the event was not caused by a person';
comment on column rule_firings.actions is 'each action with its result, up to the first that failed';
comment on column rule_timers.state is 'the key of the state that must still last when it is due; null: the rule waits after an event';
comment on column rule_timers.moment is 'what happened, without the state of the conversation, which is read when it is due';
comment on column rules.place is 'rules run in this order, and those with the same place by their ids';
comment on column rules.live_since is 'when it was switched on last';
comment on column rules.off is 'why the rule switched itself off; null: it did not';
comment on column sessions.token is 'SHA-256 of the token, in hexadecimal';
comment on column shard_loads.active_ms is 'the count of pg_stat_database when it was read last';
comment on column shard_loads.busy is 'seconds of executing statements in a second, averaged over hours; null before the second measurement';
comment on column sla_policies."position" is 'the first policy whose conditions a conversation meets is applied to it';
comment on column sla_policies.revision is 'grows with changes of business hours: open rounds that were computed with a smaller one are computed again';
comment on column sla_policies.deleted_at is 'kept for its rounds';
comment on column sla_rounds.applied_at is 'if that was not at the start of the round: no clock runs before';
comment on column sla_rounds.revision is 'of the policy, with which it was computed';
comment on column sla_targets.number is 'counts the targets of a metric in a round';
comment on column sla_targets.team_id is 'of the conversation when it was computed last';
comment on column sla_targets.consumed_ms is 'of its clock, until running_since or the end';
comment on column sla_targets.warned_at is 'when the warning was recorded';
comment on column sla_targets.breached_at is 'the due time that passed';
comment on column sla_targets.noticed_at is 'when the breach was recorded';
comment on column sla_targets.ended_at is 'when a person answered or the conversation was closed, also after a breach';
comment on column sla_targets.decided_at is 'when it was met, breached or not needed: reports count it then';
comment on column sla_targets.next_at is 'when its warning or breach is to be recorded';
comment on column sso_connections.client_secret is 'encrypted under SECRET_KEY';
comment on column sso_connections.team_values is 'value of the claim → ids of teams; a member is in these teams and leaves the others that the mapping names';
comment on column teams.deleted_at is 'since when its conversations and tickets are moved to no team, in batches; then the row is deleted';
comment on column teams.business_hours_id is 'null: the default ones of the workspace, if there are any';
comment on table ticket_comments is 'internal: no customer and no platform ever gets one';
comment on column ticket_comments.mentions is 'memberships';
comment on column ticket_links.kind is 'what ticket_id is to other_id; two tickets have at most one link';
comment on column tickets.reminded_due_at is 'the due time after which members were notified; it differs from due_at while they are not';
comment on column unused_pictures.since is 'when the file was going to be written, or the picture was removed';
comment on column users.locale is 'of the web app; null: the browser''s';
comment on column vapid_keys.private_key is 'encrypted under SECRET_KEY';
comment on column views.owner_id is 'the membership that sees it; null: everybody';
comment on column views.created_by is 'the membership that made it; null: an API key did';
comment on column web_chat_sessions.address is 'visitor: and random characters, or user: and the id of a user that the site vouched for; name, email and phone_e164 are then proven';
comment on column web_chat_sessions.former_addresses is 'addresses of visitors who turned out to be this user; their conversations are shown too';
comment on column web_chat_tokens.used_at is 'when a request first came with the token, so that the client is known to have it';
comment on table web_chats is 'settings of the widget of a channel; its public id is channels.account, its secret channels.access_token';
comment on column web_chats.user_token_audience is 'the aud that tokens of users must have; null: aud is not compared';
comment on column webhook_deliveries.test_body is 'the body of a test delivery, which has no row in events';
comment on column webhook_deliveries.ordering_key is 'what its order is kept within; stored from when it fails or is held, so that it blocks later ones';
comment on column webhook_deliveries.held is 'waits for an earlier delivery of the same ordering_key';
comment on column webhook_deliveries.replay_id is 'the replay that offered it last';
comment on column webhook_endpoints.secret is 'encrypted under SECRET_KEY';
comment on column webhook_endpoints.previous_secret is 'encrypted under SECRET_KEY';
comment on column webhook_endpoints.rate_limit is 'deliveries a second; null: no limit';
comment on column webhook_endpoints.ordering is 'within what the order of events is kept; conversation: a failed delivery holds back the later ones of its key';
comment on column webhook_endpoints.probe_at is 'when one waiting delivery is tried on an endpoint that was disabled for failing';
comment on column webhook_endpoints.recovered_at is 'since when its backlog is drained at a rising rate';
comment on column webhook_endpoints.filters is 'channel_ids, team_ids, tag_ids, assignee_ids, directions; null: no filter';
comment on column webhook_endpoints.custom_headers is 'JSON of the headers, encrypted under SECRET_KEY; null without any';
comment on column webhook_endpoints.oauth is 'token_url, client_id and scope; null without OAuth';
comment on column webhook_endpoints.oauth_secret is 'client secret, encrypted under SECRET_KEY; null without OAuth';
comment on column webhook_endpoints.tls is 'certificate and ca (PEM), subject, issuer, fingerprint and expires_at of the certificate; null without either';
comment on column webhook_endpoints.tls_key is 'private key of the certificate, encrypted under SECRET_KEY; null without one';
comment on column webhook_endpoints.tls_warn_at is 'when admins get the next notice that the certificate expires; null for no more';
comment on column webhook_endpoints.requeues is 'grows whenever finished or missing deliveries become pending';
comment on column webhook_replays.statuses is 'of deliveries: failed, cancelled, succeeded; missing: events that have no delivery to the endpoint';
comment on column webhook_replays.last_id is 'how far it has come, in the order of ids';
comment on column webhook_replays.next_at is 'when more may be offered, where there is a rate';
comment on column workspace_counters.trimmed_position is 'events up to this position may have been deleted';
comment on column workspace_counters.notifying_position is 'no later event can notify members';
comment on column workspace_counters.waits_filled_to is 'the last conversation of which it was checked since when its customer waits';
comment on column workspace_counters.waits_filled_at is 'when all of those from before waiting times were stored had been checked; null: not yet';
comment on column workspace_moves.holder is 'the process that works on it; another one may take over when renewed_at is old';
comment on column workspace_moves.pause_ms is 'how long requests of the workspace waited';
comment on column workspaces.fenced_until is 'until then requests wait, because the workspace changes its server';
create sequence moved_rows_id_seq;
CREATE OR REPLACE FUNCTION public.copy_holders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update chat_activity set team_id = new.team_id, assignee_id = new.assignee_id
  where workspace_id = new.workspace_id and chat_id = new.id;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.count_holder()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.holder_version := old.holder_version + 1;
  return new;
end
$function$
;
CREATE OR REPLACE FUNCTION public.excluding_webhook_filter(workspace uuid, filters jsonb, event_type text, body text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  data json := body::json -> 'data';
  ticket uuid := (data ->> 'ticket_id')::uuid;
  conversation uuid := case when event_type like 'conversation.%' then data ->> 'id' else data ->> 'conversation_id' end;
  -- Conversations and tickets carry their own assignee and tags.
  is_own boolean := event_type like 'conversation.%' or event_type like 'ticket.%';
  value text;
  is_known boolean;
  carried text[];
begin
  value := data ->> 'direction';
  if filters ? 'directions' and not filters -> 'directions' ? value then
    return 'directions';
  end if;
  if filters ? 'channel_ids' then
    value := coalesce(data #>> '{channel,id}',
      (select channel_id from chats where workspace_id = workspace and id = conversation)::text);
    if not filters -> 'channel_ids' ? value then
      return 'channel_ids';
    end if;
  end if;
  if filters ? 'assignee_ids' then
    is_known := is_own;
    value := data ->> 'assignee_id';
    if ticket is not null then
      select true, assignee_id into is_known, value from tickets where workspace_id = workspace and id = ticket;
    elsif not is_own then
      select true, assignee_id into is_known, value from chats where workspace_id = workspace and id = conversation;
    end if;
    if is_known and not filters -> 'assignee_ids' ? coalesce(value, 'none') then
      return 'assignee_ids';
    end if;
  end if;
  if filters ? 'team_ids' then
    -- An event of before there were teams does not say which one it has.
    is_known := is_own and data -> 'team_id' is not null;
    value := data ->> 'team_id';
    if ticket is not null then
      select true, team_id into is_known, value from tickets where workspace_id = workspace and id = ticket;
    elsif not is_own then
      select true, team_id into is_known, value from chats where workspace_id = workspace and id = conversation;
    end if;
    if is_known and not filters -> 'team_ids' ? coalesce(value, 'none') then
      return 'team_ids';
    end if;
  end if;
  if filters ? 'tag_ids' and (is_own or ticket is not null or conversation is not null) then
    carried := case
      when is_own then array(select tag ->> 'id' from json_array_elements(data -> 'tags') as tag)
      when ticket is not null then
        array(select tag_id::text from ticket_tags where workspace_id = workspace and ticket_id = ticket)
      else array(select tag_id::text from chat_tags where workspace_id = workspace and chat_id = conversation)
    end;
    if not filters -> 'tag_ids' ?| carried then
      return 'tag_ids';
    end if;
  end if;
  return null;
end
$function$
;
CREATE OR REPLACE FUNCTION public.is_here(id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (select from absent_workspaces where workspace_id = id)
$function$
;
CREATE OR REPLACE FUNCTION public.message_names(media jsonb, content jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(((((((COALESCE(jsonb_path_query_array(media, '$."filename"?(@.type() == "string")'::jsonpath), '[]'::jsonb) || COALESCE(jsonb_path_query_array(media, '$."more"[*]."filename"?(@.type() == "string")'::jsonpath), '[]'::jsonb)) || COALESCE(jsonb_path_query_array(content, '$."contacts"[*]."phones"[*]."phone"?(@.type() == "string")'::jsonpath), '[]'::jsonb)) || COALESCE(jsonb_path_query_array(content, '$."contacts"[*]."phones"[*]."wa_id"?(@.type() == "string")'::jsonpath), '[]'::jsonb)) || COALESCE(jsonb_path_query_array(content, '$."contacts"[*]."emails"[*]."email"?(@.type() == "string")'::jsonpath), '[]'::jsonb)) || COALESCE(jsonb_path_query_array(content, '$."contacts"[*]."org"."company"?(@.type() == "string")'::jsonpath), '[]'::jsonb)))::text, '[]'::text)
;
CREATE OR REPLACE FUNCTION public.search_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower((CASE WHEN (octet_length(value) = length(value)) THEN value ELSE regexp_replace(NORMALIZE(value, NFKD), '[̀-ͯ]'::text, ''::text, 'g'::text) END COLLATE pg_c_utf8))
;
CREATE OR REPLACE FUNCTION public.search_grams(value text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 2000
RETURN search_sequences(search_fold(value))
;
CREATE OR REPLACE FUNCTION public.search_sequences(folded text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 2000
AS $function$
declare
  letter text;
  code bigint;
  pair bigint;
  triple bigint;
  sequences bigint[] := '{}';
begin
  foreach letter in array coalesce(string_to_array(folded, null), '{}') loop
    if ascii(letter) <= 32 then
      -- A space or control character is in no sequence.
      code := null;
      pair := null;
    else
      triple := (pair << 21) | ascii(letter);
      pair := (code << 21) | ascii(letter);
      code := ascii(letter);
      if pair is not null then sequences := sequences || pair; end if;
      if triple is not null then sequences := sequences || triple; end if;
    end if;
  end loop;
  return sequences;
end $function$
;
CREATE OR REPLACE FUNCTION public.track_moved_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  columns text[] := TG_ARGV[2:];
  written text[];
  previous text[];
begin
  if current_setting('parley.moving', true) = 'on' then
    return null;
  end if;
  if not pg_try_advisory_xact_lock_shared(hashtextextended('move ' || TG_ARGV[0], 0))
    or exists (select from absent_workspaces where workspace_id = TG_ARGV[0]::uuid and state = 'fenced')
  then
    raise exception 'the workspace changes its server' using errcode = 'WM001';
  end if;
  if TG_OP <> 'DELETE' then
    select coalesce(array_agg(to_jsonb(new) ->> name order by place), '{}') into written
      from unnest(columns) with ordinality as given (name, place);
    insert into moved_rows (table_name, key) values (TG_ARGV[1], written);
  end if;
  if TG_OP <> 'INSERT' then
    select coalesce(array_agg(to_jsonb(old) ->> name order by place), '{}') into previous
      from unnest(columns) with ordinality as given (name, place);
    if previous is distinct from written then
      insert into moved_rows (table_name, key) values (TG_ARGV[1], previous);
    end if;
  end if;
  return null;
end
$function$
;
CREATE TRIGGER copy_holders AFTER UPDATE OF assignee_id, team_id ON public.chats FOR EACH ROW WHEN (((old.assignee_id IS DISTINCT FROM new.assignee_id) OR (old.team_id IS DISTINCT FROM new.team_id))) EXECUTE FUNCTION copy_holders();
CREATE TRIGGER count_holder BEFORE UPDATE OF assignee_id, team_id, holder ON public.chats FOR EACH ROW WHEN (((old.assignee_id IS DISTINCT FROM new.assignee_id) OR ((NOT (old.holder IS DISTINCT FROM 'other'::text)) <> (NOT (new.holder IS DISTINCT FROM 'other'::text))) OR ((new.assignee_id IS NULL) AND (old.team_id IS DISTINCT FROM new.team_id)))) EXECUTE FUNCTION count_holder();
create extension btree_gin;
create extension pg_trgm;
