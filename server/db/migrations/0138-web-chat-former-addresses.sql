-- A visitor who signs in as a user with a conversation keeps seeing the one that was begun before.
alter table web_chat_sessions add column former_addresses text[] not null default '{}';
comment on column web_chat_sessions.former_addresses is 'addresses of visitors who turned out to be this user; their conversations are shown too';
