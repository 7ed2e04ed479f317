-- An older release that still runs beside this one does not set the column: if it is killed before it wakes the lane,
-- the next event that can notify members makes up for it.
alter table workspace_counters add column notifying_position bigint not null default 0;
comment on column workspace_counters.notifying_position is 'no later event can notify members';
update workspace_counters set notifying_position = event_position;
