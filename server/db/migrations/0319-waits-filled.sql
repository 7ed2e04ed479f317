alter table workspace_counters add column waits_filled_to uuid, add column waits_filled_at timestamptz;
comment on column workspace_counters.waits_filled_to is 'the last conversation of which it was checked since when its customer waits';
comment on column workspace_counters.waits_filled_at is 'when all of those from before waiting times were stored had been checked; null: not yet';
