-- Web chats: channels whose messages come from a widget on the business's own site.
alter table channels drop constraint channels_type_check;
alter table channels add constraint channels_type_check
  check (type in ('whatsapp', 'messenger', 'instagram', 'web_chat'));

create table web_chats (
  workspace_id uuid not null,
  channel_id uuid not null,
  color text not null,
  greeting text not null,
  allowed_origins text[] not null,
  name_field text not null check (name_field in ('hidden', 'optional', 'required')),
  email_field text not null check (email_field in ('hidden', 'optional', 'required')),
  language text not null check (language in ('auto', 'en', 'hi')),
  updated_at timestamptz not null,
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references channels (workspace_id, id) deferrable
);
comment on table web_chats is 'settings of the widget of a channel; its public id is channels.account, its secret channels.access_token';

create table web_chat_sessions (
  workspace_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  address text not null,
  name text,
  email text,
  phone_e164 text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, channel_id) references channels (workspace_id, id) deferrable
);
comment on column web_chat_sessions.address is 'visitor: and random characters, or user: and the id of a user that the site vouched for; name, email and phone_e164 are then proven';
create index web_chat_sessions_address on web_chat_sessions (workspace_id, channel_id, address);
create index web_chat_sessions_seen on web_chat_sessions (last_seen_at);

create table web_chat_tokens (
  workspace_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, token_hash),
  foreign key (workspace_id, session_id) references web_chat_sessions (workspace_id, id) on delete cascade deferrable
);
comment on column web_chat_tokens.used_at is 'when a request first came with the token, so that the client is known to have it';
create index web_chat_tokens_session on web_chat_tokens (workspace_id, session_id, created_at desc);
