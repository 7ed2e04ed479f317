-- Authenticator apps of users (RFC 6238), at most one each. It is a second factor once a code was confirmed.
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code. It and earlier ones are not accepted again.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
comment on column authenticators.secret is 'encrypted under SECRET_KEY';

-- Recovery codes that were not used yet.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  created_at timestamptz not null,
  primary key (user_id, hash)
);

-- Sign-ins with a correct password that wait for a code. They are no sessions and give no access.
create table second_steps (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- The workspace of the session that follows.
  workspace_id uuid,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index second_steps_user on second_steps (user_id);

-- Whether members without a second factor can only set one up.
alter table workspaces add require_second_factor boolean not null default false;
