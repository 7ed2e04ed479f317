create index concurrently chat_changes_handover_texts on chat_changes (workspace_id, occurred_at) where kind = 'handed_over' and data ?| array['summary', 'reason'];
