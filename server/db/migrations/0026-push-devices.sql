-- Browsers that receive web push, and the pushes that wait to be sent to them.
create table push_devices (
  id uuid primary key,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint_hash bytea not null unique,
  subscription bytea not null,
  name text not null,
  rules text[],
  show_text boolean not null default false,
  created_at timestamptz not null,
  delivered_at timestamptz,
  last_error text
);
comment on column push_devices.subscription is 'the endpoint and the keys of the browser, encrypted under SECRET_KEY';
comment on column push_devices.rules is 'null: all notifications of the member';

create table notification_pushes (
  workspace_id uuid not null,
  device_id uuid not null references push_devices on delete cascade,
  notification_id uuid not null,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts smallint not null default 0,
  primary key (workspace_id, device_id, notification_id),
  foreign key (workspace_id, notification_id) references notifications on delete cascade
);
create index notification_pushes_due on notification_pushes (workspace_id, device_id, due_at);
create index notification_pushes_device on notification_pushes (device_id, due_at);
create index notification_pushes_notification on notification_pushes (workspace_id, notification_id);

-- The key pair that identifies this installation to push services. There is one row.
create table vapid_keys (
  id uuid primary key,
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null default now()
);
comment on column vapid_keys.private_key is 'encrypted under SECRET_KEY';
