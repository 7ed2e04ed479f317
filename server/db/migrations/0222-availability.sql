-- The availability of members: what they or others set by hand, their working hours, and when each of their devices had the app open.
create table member_availability (
  workspace_id uuid not null,
  membership_id uuid not null,
  by_hand text check (by_hand in ('online', 'away', 'offline')),
  until timestamptz,
  set_at timestamptz,
  set_by_type text,
  set_by_id uuid,
  business_hours_id uuid,
  recorded text not null check (recorded in ('online', 'away', 'offline')),
  due_at timestamptz,
  primary key (workspace_id, membership_id),
  foreign key (workspace_id, business_hours_id) references business_hours (workspace_id, id)
    on delete set null (business_hours_id) deferrable
);
create index member_availability_due on member_availability (workspace_id, due_at) where due_at is not null;
create index member_availability_all_due on member_availability (due_at) where due_at is not null;
comment on column member_availability.by_hand is 'null: by working hours and activity';
comment on column member_availability.until is 'when by_hand ends; null: when it is changed';
comment on column member_availability.recorded is 'the availability of the last event, so that each change is one event';
comment on column member_availability.due_at is 'when it may change next without anybody''s doing';

create table member_activity (
  workspace_id uuid not null,
  membership_id uuid not null,
  device_id uuid not null,
  seen_at timestamptz not null,
  primary key (workspace_id, membership_id, device_id)
) with (fillfactor = 70);
comment on column member_activity.device_id is 'the session of a browser';
comment on column member_activity.seen_at is 'when the app was last open, to the minute while it is open';
