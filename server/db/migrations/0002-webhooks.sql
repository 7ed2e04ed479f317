-- How long finished work is kept.

alter table workspaces add retention_days integer not null default 30 check (retention_days between 1 and 3650);
alter table workspace_counters add trimmed_position bigint not null default 0;
comment on column workspace_counters.trimmed_position is 'events up to this position may have been deleted';

create index form_submissions_age on form_submissions (workspace_id, seen_at);

-- Lanes: two more kinds, and a time before which a wake-up changes nothing.

alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail'));
alter table lanes add not_before timestamptz;
comment on column lanes.not_before is 'a wake-up makes the lane due then at the earliest: a pause that its holder wants kept';

-- Endpoints: a pace, an order, and the way back from a failure.

alter table webhook_endpoints
  add rate_limit integer check (rate_limit between 1 and 10000),
  add ordering text not null default 'creation' check (ordering in ('creation', 'conversation')),
  add probe_at timestamptz,
  add probe_count integer not null default 0,
  add recovered_at timestamptz;
comment on column webhook_endpoints.rate_limit is 'deliveries a second; null: no limit';
comment on column webhook_endpoints.ordering is 'conversation: a failed delivery holds back the later ones of its conversation';
comment on column webhook_endpoints.probe_at is 'when one waiting delivery is tried on an endpoint that was disabled for failing';
comment on column webhook_endpoints.recovered_at is 'since when its backlog is drained at a rising rate';

-- What an endpoint was at any time: why an event was or was not sent to it.
create table webhook_endpoint_changes (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  events text[] not null,
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  disabled_reason text,
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  changed_at timestamptz not null,
  primary key (workspace_id, id)
);
create index webhook_endpoint_changes_endpoint
  on webhook_endpoint_changes (workspace_id, endpoint_id, changed_at desc, id desc);
insert into webhook_endpoint_changes
  (workspace_id, id, endpoint_id, url, events, status, disabled_reason, actor_type, changed_at)
select workspace_id, id, id, url, events, status, disabled_reason, 'system', created_at from webhook_endpoints;

-- Deliveries: strict order within a conversation, and lists of what is rare.

alter table webhook_deliveries
  add ordering_key text,
  add held boolean not null default false,
  add replay_id uuid;
comment on column webhook_deliveries.replay_id is 'the replay that offered it last';
comment on column webhook_deliveries.ordering_key is 'set for endpoints ordered by conversation: what its order is kept within';
comment on column webhook_deliveries.held is 'waits for an earlier delivery of the same ordering_key';
drop index webhook_deliveries_fresh;
create index webhook_deliveries_fresh on webhook_deliveries (workspace_id, endpoint_id, position)
  where status = 'pending' and attempt_count = 0 and not held;
drop index webhook_deliveries_retried;
create index webhook_deliveries_retried
  on webhook_deliveries (workspace_id, endpoint_id, next_attempt_at, position)
  where status = 'pending' and attempt_count > 0 and not held;
create index webhook_deliveries_ordered
  on webhook_deliveries (workspace_id, endpoint_id, ordering_key, position)
  where status = 'pending' and ordering_key is not null;
create index webhook_deliveries_unsettled on webhook_deliveries (workspace_id, status, id desc)
  where status <> 'succeeded';
-- What a replay offers by default, and what is counted before it without reading the table.
create index webhook_deliveries_unsuccessful on webhook_deliveries (workspace_id, endpoint_id, id)
  include (status, event_type, created_at)
  where status in ('failed', 'cancelled') and test_body is null;
create index webhook_deliveries_replayed
  on webhook_deliveries (workspace_id, replay_id, status, held, next_attempt_at) where replay_id is not null;
create index webhook_deliveries_type on webhook_deliveries (workspace_id, event_type, id desc);

-- Offering finished deliveries again, as work of its own.
create table webhook_replays (
  workspace_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_types text[],
  statuses text[] not null,
  since timestamptz,
  until timestamptz not null,
  rate_limit integer check (rate_limit > 0),
  status text not null default 'running' check (status in ('running', 'paused', 'completed', 'cancelled')),
  paused_reason text check (paused_reason in ('manual', 'endpoint_disabled')),
  total bigint not null,
  offered bigint not null default 0,
  last_id uuid,
  next_at timestamptz,
  created_by_type text not null,
  created_by_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (workspace_id, id)
);
comment on column webhook_replays.statuses is 'of deliveries: failed, cancelled, succeeded; missing: events that have no delivery to the endpoint';
comment on column webhook_replays.last_id is 'how far it has come, in the order of ids';
comment on column webhook_replays.next_at is 'when more may be offered, where there is a rate';
create index webhook_replays_endpoint on webhook_replays (workspace_id, endpoint_id, id desc);
create index webhook_replays_open on webhook_replays (workspace_id, id)
  where status = 'running' or paused_reason = 'endpoint_disabled';

-- What admins are told, in the app and by mail.
create table notices (
  workspace_id uuid not null,
  id uuid not null,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by uuid,
  primary key (workspace_id, id)
);

create table mails (
  workspace_id uuid not null,
  id uuid not null,
  recipient text not null,
  subject text not null,
  body bytea not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (workspace_id, id)
);
comment on column mails.workspace_id is 'the nil UUID for mail to a person as such';
comment on column mails.body is 'the text, encrypted under SECRET_KEY';
create index mails_pending on mails (workspace_id, due_at) where status = 'pending';

-- Queues within large tables: every finished row leaves a dead entry at the head of the index that the next look reads
-- from, some 10 ms per million. PostgreSQL's own setting would let a fifth of the table gather.

alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table messages set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table inbound_payloads set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
