-- When the operator disabled the user, who then has no sessions and cannot sign in.
alter table users add disabled_at timestamptz;
