-- Apps that members connect to /mcp by OAuth 2.1. Such an app is a row of api_keys without a secret: its tokens are here.
alter table api_keys
  alter column hash drop not null,
  add column client_id text,
  add constraint api_keys_client_check check ((hash is null) = (client_id is not null)) not valid;
comment on column api_keys.client_id is 'of a connected app, which only its tokens authenticate; null: an API key';

create table app_codes (
  hash bytea primary key,
  workspace_id uuid not null,
  membership_id uuid not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  challenge text not null,
  scopes text[] not null,
  app_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (workspace_id, membership_id) references memberships (workspace_id, id) on delete cascade
);
create index app_codes_expiry on app_codes (expires_at);
comment on column app_codes.hash is 'of the code';
comment on column app_codes.challenge is 'SHA-256 of the verifier, base64url';
comment on column app_codes.app_id is 'the row of api_keys for which the code was exchanged';

create table app_tokens (
  hash bytea primary key,
  workspace_id uuid not null,
  app_id uuid not null,
  kind text not null check (kind in ('access', 'refresh')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (workspace_id, app_id) references api_keys (workspace_id, id) on delete cascade
);
create index app_tokens_app on app_tokens (workspace_id, app_id);
create index app_tokens_expiry on app_tokens (expires_at);
comment on column app_tokens.hash is 'of the token';
comment on column app_tokens.app_id is 'the row of api_keys';
comment on column app_tokens.used_at is 'when a refresh token was exchanged; its second use revokes the app';
