-- How long messages and the audit log are kept; null: forever.
alter table workspaces add column message_retention_days integer;
alter table workspaces add column audit_retention_days integer;
