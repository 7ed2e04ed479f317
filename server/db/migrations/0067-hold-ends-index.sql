create index concurrently chats_hold_ends on chats (hold_ends_at) where hold_ends_at is not null;
