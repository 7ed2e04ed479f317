-- Reports that are sent by mail to members, each at the same time of a day, a week or a month.
create table report_schedules (
  workspace_id uuid not null,
  id uuid not null,
  report text not null,
  filters jsonb not null,
  period text not null,
  every text not null check (every in ('day', 'week', 'month')),
  on_day integer,
  hour integer not null check (hour between 0 and 23),
  time_zone text not null,
  recipient_ids uuid[] not null,
  created_by uuid not null,
  next_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
create index report_schedules_due on report_schedules (workspace_id, next_at);
create index report_schedules_all_due on report_schedules (next_at);
comment on column report_schedules.on_day is 'of the week from 1 (Monday), or of the month up to 28; null if it is sent each day';
comment on column report_schedules.recipient_ids is 'members; those who left or may not read reports any more get none';
