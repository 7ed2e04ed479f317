-- When another app stops holding a conversation, unless the customer writes again. Null: it does not hold it, or the end
-- was recorded. Conversations that are held now get it with the next message or handover.
alter table chats add column hold_ends_at timestamptz;
