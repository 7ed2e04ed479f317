-- New messages are the newest, so they are inserted at the end of this index, whose full pages PostgreSQL leaves full. At the beginning of
-- an index that goes downwards it leaves each page half empty, and writes half of a page to its log each time one is full.
create index concurrently messages_newest on messages (workspace_id, created_at, id);
