-- Who holds a conversation at the platform: the latest fact about it, and the time of that fact. `other` is the
-- platform's own agent or another app.
alter table chats add column holder text;
alter table chats add column holder_at timestamptz;
-- Which of them the platform named last, and when.
alter table chats add column holder_role text;
alter table chats add column holder_role_at timestamptz;
-- The time of the customer's last message: a conversation is held for 24 hours from then.
alter table chats add column customer_wrote_at timestamptz;
