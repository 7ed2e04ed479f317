-- A disconnected account stays reserved for its workspace until it is released. The previous release neither reads nor
-- writes this table.
create table channel_reservations (
  platform text not null,
  account text not null,
  workspace_id uuid not null references workspaces,
  channel_id uuid not null,
  released_at timestamptz,
  primary key (platform, account)
);

comment on column channel_reservations.released_at is 'since when other workspaces may connect the account';

alter table channels add column released_at timestamptz;

comment on column channels.released_at is 'when the workspace gave up the disconnected account';

insert into channel_reservations (platform, account, workspace_id, channel_id)
select distinct on (type, account) type, account, workspace_id, id
from channels
where disconnected_at is not null and not exists (
  select from channel_routes
  where channel_routes.platform = channels.type and channel_routes.account = channels.account
)
order by type, account, disconnected_at desc;
