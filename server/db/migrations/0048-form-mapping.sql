-- Fields that an admin assigned to details of the contact, by detail: the label of a field; null: by kinds and labels.
alter table forms add column mapping jsonb;
