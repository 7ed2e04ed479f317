-- The values of defined custom fields, so that lists of contacts are filtered by an index. people.fields is the truth. Without
-- foreign keys, because imports write many rows: an erasure deletes them, and a custom field is never deleted.
create table contact_field_values (
  workspace_id uuid not null,
  person_id uuid not null,
  field_id uuid not null,
  value text collate "C" not null,
  number numeric,
  primary key (workspace_id, person_id, field_id)
);
create index contact_field_values_found on contact_field_values (workspace_id, field_id, number, value, person_id);
comment on column contact_field_values.value is 'at most the first 100 characters';
comment on column contact_field_values.number is 'the value of a number; null for other types';
