alter table chats add column comment_until timestamptz;
comment on column chats.comment_until is 'until then, the next message of the customer is the comment on their rating';
