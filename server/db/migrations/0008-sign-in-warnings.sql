-- When the user was last warned by mail about failed attempts to sign in.
alter table users add sign_in_warned_at timestamptz;
