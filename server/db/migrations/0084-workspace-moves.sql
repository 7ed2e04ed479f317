-- Moves of workspaces from one server to another. At most one runs in an installation.
create table workspace_moves (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  source text not null,
  target text not null,
  state text not null default 'copying' check (state in ('copying', 'switched', 'done', 'aborted')),
  holder uuid not null,
  started_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  switched_at timestamptz,
  ended_at timestamptz,
  pause_ms integer,
  problem text
);
create unique index workspace_moves_running on workspace_moves ((true)) where ended_at is null;
create index workspace_moves_ended on workspace_moves (ended_at);
comment on column workspace_moves.holder is 'the process that works on it; another one may take over when renewed_at is old';
comment on column workspace_moves.pause_ms is 'how long requests of the workspace waited';

alter table workspaces add column fenced_until timestamptz;
comment on column workspaces.fenced_until is 'until then requests wait, because the workspace changes its server';

-- On each server: workspaces whose rows there must not be worked on.
create table absent_workspaces (
  workspace_id uuid primary key,
  state text not null check (state in ('arriving', 'draining', 'fenced'))
);
comment on column absent_workspaces.state is
  'arriving: its rows are being copied to here; draining: no work begins any more; fenced: nothing may be written any more';

-- On the server that a workspace leaves: the keys of its rows that were written during the copy.
create table moved_rows (
  id bigint generated always as identity primary key,
  table_name text not null,
  key text[] not null
);

-- Whether the rows of a workspace on this server may be worked on.
create function is_here(id uuid) returns boolean language sql stable as $$
  select not exists (select from absent_workspaces where workspace_id = id)
$$;

-- Records the key of a written row, or refuses the write. Arguments: the workspace, the table, the columns of its key.
create function track_moved_row() returns trigger language plpgsql as $$
declare
  columns text[] := TG_ARGV[2:];
  written text[];
  previous text[];
begin
  if current_setting('parley.moving', true) = 'on' then
    return null;
  end if;
  if not pg_try_advisory_xact_lock_shared(hashtextextended('move ' || TG_ARGV[0], 0))
    or exists (select from absent_workspaces where workspace_id = TG_ARGV[0]::uuid and state = 'fenced')
  then
    raise exception 'the workspace changes its server' using errcode = 'WM001';
  end if;
  if TG_OP <> 'DELETE' then
    select coalesce(array_agg(to_jsonb(new) ->> name order by place), '{}') into written
      from unnest(columns) with ordinality as given (name, place);
    insert into moved_rows (table_name, key) values (TG_ARGV[1], written);
  end if;
  if TG_OP <> 'INSERT' then
    select coalesce(array_agg(to_jsonb(old) ->> name order by place), '{}') into previous
      from unnest(columns) with ordinality as given (name, place);
    if previous is distinct from written then
      insert into moved_rows (table_name, key) values (TG_ARGV[1], previous);
    end if;
  end if;
  return null;
end
$$;

-- A copy writes the rows of a transaction in any order.
do $$
declare
  link record;
begin
  for link in
    select conrelid::regclass as child, conname as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
      and confrelid not in ('workspaces'::regclass, 'users'::regclass, 'memberships'::regclass, 'sessions'::regclass)
  loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', link.child, link.name);
  end loop;
end
$$;
