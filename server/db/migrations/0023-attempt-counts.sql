-- Counts of attempts to sign in and to guess a secret, for all processes together. Each is a token bucket.
create table attempt_counts (
  -- A hash of what is limited, such as an account and a network, because the table needs no addresses.
  id bytea primary key,
  -- When the bucket is full again. Afterwards the row means nothing and is deleted.
  full_at timestamptz not null
);
create index attempt_counts_age on attempt_counts (full_at);
