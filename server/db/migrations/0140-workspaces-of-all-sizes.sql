-- Statements that are planned once have one plan for all workspaces, from the average size of one. Beside thousands of small
-- workspaces that plan read all conversations of a large one for each message that it sent. Now they are planned for the largest one,
-- while planning for a known workspace still uses its own size (decision 118).
do $$
declare
  tenants text;
begin
  for tenants in
    select attrelid::regclass::text from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attname = 'workspace_id' and not attisdropped and relkind = 'r' and relnamespace = 'public'::regnamespace
  loop
    execute format('alter table %s alter column workspace_id set (n_distinct = 1)', tenants);
  end loop;
end $$;
