-- Erasing a contact: a job in steps, and its certificate once it is done.
create table erasures (
  workspace_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  contact_ids uuid[] not null,
  status text not null default 'running' check (status in ('running', 'completed')),
  step text not null,
  cursor text,
  subject jsonb,
  counts jsonb not null default '{}',
  requested_by_type text not null check (requested_by_type in ('api_key', 'member', 'person', 'system')),
  requested_by_id uuid,
  requested_at timestamptz not null,
  completed_at timestamptz,
  primary key (workspace_id, id)
);
create index erasures_running on erasures (workspace_id, id) where status = 'running';
comment on column erasures.contact_ids is 'the contact and those merged into it';
comment on column erasures.cursor is 'how far the step has come; null: at its start';
comment on column erasures.subject is 'what rows are found by; null once the job is done';
comment on column erasures.counts is 'rows removed, by kind';

-- Late reports about erased contacts are dropped by these.
create table erased_keys (
  workspace_id uuid not null,
  digest bytea not null,
  erased_at timestamptz not null,
  primary key (workspace_id, digest)
);
create index erased_keys_age on erased_keys (workspace_id, erased_at);
comment on column erased_keys.digest is 'keyed hash of an address, or of the id of a message';

alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail', 'media', 'templates', 'import', 'erase')) not valid;
alter table lanes validate constraint lanes_kind_check;
