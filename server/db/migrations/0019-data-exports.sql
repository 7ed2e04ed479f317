-- Exporting all data of a contact: a job in sections, and the parts of its archive in the file storage.
create table data_exports (
  workspace_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  status text not null default 'running' check (status in ('running', 'completed', 'canceled')),
  section text not null,
  cursor text,
  parts uuid[] not null default '{}',
  writing uuid[] not null default '{}',
  size_bytes bigint not null default 0,
  counts jsonb not null default '{}',
  requested_by_type text not null check (requested_by_type in ('api_key', 'member', 'person', 'system')),
  requested_by_id uuid,
  requested_at timestamptz not null,
  completed_at timestamptz,
  expires_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index data_exports_running on data_exports (workspace_id, contact_id) where status = 'running';
create index data_exports_contact on data_exports (workspace_id, contact_id, id desc);
create index data_exports_expiry on data_exports (expires_at);
comment on column data_exports.cursor is 'how far the section has come; null: at its start';
comment on column data_exports.parts is 'the files of the archive, in order';
comment on column data_exports.writing is 'files that were begun: the last one becomes a part, the others are removed';
comment on column data_exports.counts is 'rows exported, by kind';

alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail', 'media', 'templates', 'import', 'erase', 'export')) not valid;
alter table lanes validate constraint lanes_kind_check;
