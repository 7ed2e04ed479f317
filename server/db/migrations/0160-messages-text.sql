-- A queued message is changed twice before it is sent, and each change wrote its text to the index of the search again. Now it is
-- written there once, when it leaves the queue.
create index concurrently messages_text on messages using gin (workspace_id, text gin_trgm_ops) with (gin_pending_list_limit = 512) where text is not null and send_due_at is null;
