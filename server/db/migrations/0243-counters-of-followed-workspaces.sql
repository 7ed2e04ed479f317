-- Who records an event reads here, without another look-up, what follows the events of the workspace.
alter table workspace_counters add column followers text[] not null default '{}';
