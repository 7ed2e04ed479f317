create unique index concurrently custom_fields_label on custom_fields (workspace_id, applies_to, lower(label)) where archived_at is null;
