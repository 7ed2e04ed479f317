-- Changing many conversations, tickets or contacts: a job, its items as they matched at the start, and their results.
create table bulk_actions (
  workspace_id uuid not null,
  id uuid not null,
  subject text not null check (subject in ('chats', 'contacts', 'tickets')),
  action text not null,
  parameters jsonb not null default '{}',
  phase text not null default 'apply' check (phase in ('apply', 'undo')),
  status text not null default 'running' check (status in ('running', 'completed', 'canceled')),
  cursor uuid,
  total_count integer not null default 0,
  done_count integer not null default 0,
  skipped_count integer not null default 0,
  failed_count integer not null default 0,
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  reasons jsonb not null default '{}',
  leaves_no_trace boolean not null default false,
  created_by_type text not null check (created_by_type in ('api_key', 'member', 'person', 'system')),
  created_by_id uuid,
  undone_by_type text check (undone_by_type in ('api_key', 'member', 'person', 'system')),
  undone_by_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create index bulk_actions_running on bulk_actions (workspace_id, id) where status = 'running';
create index bulk_actions_expiry on bulk_actions (expires_at);
comment on column bulk_actions.phase is 'undo: the items that are done get their previous values';
comment on column bulk_actions.cursor is 'the last item of the phase that has a result; null: none yet';
comment on column bulk_actions.reasons is 'why items were skipped, failed or kept: counts by code';
comment on column bulk_actions.leaves_no_trace is 'the undo of a close removes it from threads and reports';

create table bulk_action_items (
  workspace_id uuid not null,
  bulk_action_id uuid not null,
  item_id uuid not null,
  result text not null default 'pending'
    check (result in ('pending', 'done', 'skipped', 'failed', 'undone', 'kept')),
  reason text,
  before jsonb,
  primary key (workspace_id, bulk_action_id, item_id),
  foreign key (workspace_id, bulk_action_id) references bulk_actions (workspace_id, id) on delete cascade
);
comment on column bulk_action_items.before is 'the previous values that an undo restores; null: nothing can be undone';

alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail', 'media', 'templates', 'import', 'erase', 'export', 'notify', 'push', 'bulk')) not valid;
alter table lanes validate constraint lanes_kind_check;
