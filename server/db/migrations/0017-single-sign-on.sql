-- The OpenID Connect issuer with which members of a workspace sign in.
create table sso_connections (
  workspace_id uuid not null references workspaces,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  label text not null,
  default_role text not null check (default_role in ('agent', 'admin')),
  role_claim text,
  -- Roles by the values of the claim.
  role_values jsonb not null default '{}',
  -- Whether members can use the workspace only in sessions of this issuer.
  is_required boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id)
);
comment on column sso_connections.client_secret is 'encrypted under SECRET_KEY';

-- Domains of e-mail addresses whose owners become members. Only verified ones count, and each for one workspace.
create table sso_domains (
  workspace_id uuid not null references workspaces,
  domain text not null,
  -- The value of the TXT record that proves the ownership.
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  primary key (workspace_id, domain)
);
create unique index sso_domains_verified on sso_domains (domain) where verified_at is not null;

-- Which user an issuer's subject is, in one workspace. Another workspace with the same issuer has rows of its own.
create table sso_identities (
  workspace_id uuid not null references workspaces,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (workspace_id, issuer, subject)
);
create index sso_identities_user on sso_identities (user_id);

-- Sign-ins that were started, or that wait for the user to link an account. They are no sessions and give no access.
create table sso_attempts (
  hash bytea primary key,
  workspace_id uuid not null,
  connection_id uuid not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  next text not null,
  -- The session that the user confirms, if this is no sign-in.
  session_id uuid,
  -- The issuer's subject and the account, once the issuer has answered and the account must still be linked.
  subject text,
  user_id uuid,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index sso_attempts_age on sso_attempts (expires_at);

-- The workspace whose issuer made the session. The session gives access to no other workspace.
alter table sessions add sso_workspace_id uuid;
