alter table chats add column automatic_reply_id uuid;
comment on column chats.automatic_reply_id is 'the newest message that the product sent by itself and that answers nobody: while it is the last message, the customer still waits';
