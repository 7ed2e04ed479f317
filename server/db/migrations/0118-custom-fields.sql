-- Definitions of contacts' custom fields: their types, labels and choices. The values stay in people.fields, as text.
create table custom_fields (
  workspace_id uuid not null,
  id uuid not null,
  key text not null,
  label text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice')),
  choices text[],
  archived_at timestamptz,
  indexed_to uuid,
  indexed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index custom_fields_key on custom_fields (workspace_id, key);
create unique index custom_fields_label on custom_fields (workspace_id, lower(label)) where archived_at is null;
create index custom_fields_unindexed on custom_fields (created_at) where indexed_at is null;
comment on column custom_fields.key is 'its name in people.fields';
comment on column custom_fields.choices is 'the values of the type choice, in their order; null for other types';
comment on column custom_fields.indexed_to is 'the last contact whose older value contact_field_values has; null at the start';
comment on column custom_fields.indexed_at is 'since when contact_field_values has the values of all contacts';
