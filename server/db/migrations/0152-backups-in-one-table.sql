-- needs: 0123-web-chat-identities-valid.sql
-- The backups of the command and of the schedule were in two tables, and a scheduled one in both. No release had either.
alter table backups
  alter column bytes drop not null,
  alter column is_encrypted drop not null,
  alter column has_files drop not null,
  add column due_at timestamptz,
  add column complete_until timestamptz,
  add column limitation text,
  add column file text,
  add column error text;
comment on column backups.started_at is null;
comment on column backups.due_at is 'null: not by the schedule';
comment on column backups.complete_until is 'everything that was answered before is in it';
comment on column backups.limitation is 'why what was written meanwhile is missing';
update backups set complete_until = started_at;
update backups set due_at = run.due_at, file = run.file
from backup_runs as run
where run.error is null and backups.finished_at between run.started_at and run.ended_at;
insert into backups (id, due_at, started_at, finished_at, error)
select id, due_at, started_at, ended_at, error from backup_runs where error is not null;
alter table backups add constraint backups_result check (
  (error is null) = (bytes is not null and is_encrypted is not null and has_files is not null and complete_until is not null));
drop table backup_runs;
