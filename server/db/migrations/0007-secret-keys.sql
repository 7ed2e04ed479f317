-- The keys that encrypt secrets in this database, by the id that each secret contains. A process that lacks one of them
-- is noticed before it works.
create table secret_keys (
  id bytea primary key,
  created_at timestamptz not null default now()
);
comment on column webhook_endpoints.previous_secret is 'encrypted under SECRET_KEY';
comment on column idempotency_keys.response_body is 'encrypted under SECRET_KEY, as base64';
