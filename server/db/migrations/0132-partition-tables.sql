-- replaces: each table by a partitioned one with its name, columns and indexes
-- Turns a table into the first partition of a partitioned table with its name, columns, constraints and indexes. Moves no row
-- and reads none, because the constraint `<table>_first` proves that all belong there. The last partition has no upper
-- bound, so a row always finds its place.
create function partition_table(name text, key text) returns void language plpgsql as $$
declare
  bound uuid;
  bound_at timestamptz;
  last_name text;
  options text;
  index_statements text[];
  statement text;
  primary_key text;
  part record;
begin
  execute format('lock table %I in access exclusive mode', name);
  select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''')::uuid into strict bound
    from pg_constraint where conrelid = name::regclass and conname = name || '_first';
  bound_at := to_timestamp(('x' || left(replace(bound::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
  last_name := name || to_char(bound_at at time zone 'UTC', '_YYYYMMDD_HH24MI');
  select array_to_string(reloptions, ', ') into options from pg_class where oid = name::regclass;
  select array_agg(pg_get_indexdef(indexrelid) order by indexrelid) into index_statements
    from pg_index where indrelid = name::regclass
      and not exists (select from pg_constraint where conindid = indexrelid);
  select pg_get_constraintdef(oid) into strict primary_key
    from pg_constraint where conrelid = name::regclass and contype = 'p';

  for part in
    select relname as old from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = name::regclass
  loop
    execute format('alter index %I rename to %I', part.old, replace(part.old, name, name || '_first'));
  end loop;
  execute format('alter table %I rename to %I', name, name || '_first');
  execute format('create table %I (like %I including defaults including constraints including comments including storage
    including compression) partition by range (%I)', name, name || '_first', key);
  execute format('alter table %I drop constraint %I', name, name || '_first');
  execute format('alter table %I add constraint %I %s', name, name || '_pkey', primary_key);
  foreach statement in array coalesce(index_statements, '{}') loop
    execute statement;
  end loop;
  -- The last partition also gets unique constraints that cannot hold across partitions.
  execute format('create table %I (like %I including all) %s', last_name, name || '_first', 'with (' || options || ')');
  execute format('alter table %I drop constraint %I', last_name, name || '_first');
  -- See decision 118.
  execute format('alter table %I alter column workspace_id set (n_distinct = 1)', last_name);
  execute format('alter table %I alter column workspace_id set (n_distinct_inherited = 1)', name);
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, name || '_first', bound);
  execute format('alter table %I attach partition %I for values from (%L) to (maxvalue)', name, last_name, bound);
  execute format('alter table %I drop constraint %I', name || '_first', name || '_first');
end $$;

select partition_table('api_requests', 'id');
