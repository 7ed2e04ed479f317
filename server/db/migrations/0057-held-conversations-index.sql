create index concurrently chats_held on chats (workspace_id, holder_at desc) where holder = 'other';
