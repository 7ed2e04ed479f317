-- Who records an event reads here, without another look-up, whether it may be of use to the assignment.
alter table workspace_counters add column is_assigning boolean not null default false;
