-- When a business, or a team of it, is open.
create table business_hours (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  time_zone text not null,
  week jsonb not null,
  exceptions jsonb not null,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create unique index business_hours_name on business_hours (workspace_id, lower(name));
create unique index business_hours_default on business_hours (workspace_id) where is_default;
comment on column business_hours.is_default is 'for conversations without a team, and for teams that have no hours of their own';
