alter table chat_activity add column waiting_since timestamptz;
comment on column chat_activity.waiting_since is 'the time of the customer''s first message that nobody answered; null: answered or closed';
