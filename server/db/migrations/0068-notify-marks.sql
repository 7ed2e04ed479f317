-- Whether events that can notify members were recorded since the sweeper last found none. Most updates leave it as it
-- is, so they change no index. An older release that still runs beside this one does not set it: if it is killed before
-- it wakes the lane, the next event that can notify members makes up for it.
alter table workspace_counters add column is_notifying boolean not null default false;
