-- Verified domains are looked up again. `check_at` is when that is due; null: not verified, or the operator vouches.
alter table sso_domains add column check_at timestamptz;
-- Since when a lookup finds no record, and when the domain stopped admitting new members for it.
alter table sso_domains add column missing_since timestamptz;
alter table sso_domains add column lapsed_at timestamptz;
