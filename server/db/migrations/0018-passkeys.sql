-- Passkeys of users (WebAuthn credentials).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The signature counter of the last use.
  counter bigint not null,
  is_device_bound boolean not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When the user was last notified of a signature with a counter that had been used before.
  copy_reported_at timestamptz
);
create index passkeys_user on passkeys (user_id);
comment on column passkeys.public_key is 'COSE key';

-- Challenges that were answered. They are deleted after their expiry.
create table used_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- The passkey with which the user signed in or confirmed who they are. It may have been removed.
alter table sessions add passkey_id uuid;
