-- Blocking a contact: since when, and why.
alter table people add column blocked_at timestamptz;
alter table people add column blocked_reason text;
