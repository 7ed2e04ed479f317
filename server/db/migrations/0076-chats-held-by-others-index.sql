create index concurrently chats_held_by_others on chats (workspace_id, id) where holder = 'other';
