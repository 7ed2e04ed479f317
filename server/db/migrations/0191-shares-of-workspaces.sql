-- For `n_distinct = 1`, PostgreSQL expects all rows of a table for a workspace whose share it does not know, if no workspace has a
-- large share. Beside thousands of small workspaces, it read whole tables. For 100, it expects a hundredth (decision 184). Tables of
-- the directory and of work on a server are not read by workspace alone, and lose the setting. No statement here blocks reads or writes.
-- Nothing but a vacuum waits for these locks, and an automatic one ends after a second of waiting (deadlock_timeout).
set local lock_timeout = '5s';
do $$
declare
  found record;
begin
  for found in
    select pg_class.oid::regclass as name, case relkind when 'p' then 'n_distinct_inherited' else 'n_distinct' end as setting,
      relname = any (array[
        'absent_workspaces', 'api_keys', 'app_codes', 'app_tokens', 'business_account_routes', 'channel_reservations', 'channel_routes',
        'directory_outbox', 'form_routes', 'invitations', 'lanes', 'memberships', 'notification_settings', 'second_steps', 'sessions',
        'sso_attempts', 'sso_connections', 'sso_domains', 'sso_identities', 'workspace_moves'
      ]) as is_reset
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attname = 'workspace_id' and attoptions is not null and relkind in ('r', 'p')
      and relnamespace = current_schema()::regnamespace
  loop
    execute format('alter table %s alter column workspace_id ', found.name)
      || format(case when found.is_reset then 'reset (%s)' else 'set (%s = 100)' end, found.setting);
  end loop;
  -- The settings take effect when PostgreSQL analyzes a table, which it does itself only after many changes of its rows. Also for the
  -- tables of migration 0186. A table that was never analyzed needs nothing.
  for found in
    select pg_class.oid::regclass as name
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attname = 'workspace_id' and not attisdropped and relkind in ('r', 'p') and not relispartition and reltuples > 0
      and relnamespace = current_schema()::regnamespace
  loop
    execute format('analyze %s', found.name);
  end loop;
end $$;
