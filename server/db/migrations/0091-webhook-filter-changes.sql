-- So that the log can explain which filter excluded an event.
alter table webhook_endpoint_changes add column filters jsonb;
