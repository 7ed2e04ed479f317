-- Canned replies of one member and of a team, and the files of canned replies.
alter table canned_replies
  add column team_id uuid,
  add column membership_id uuid,
  add constraint canned_replies_team foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete cascade deferrable not valid,
  add constraint canned_replies_owner check (team_id is null or membership_id is null) not valid;
comment on column canned_replies.team_id is 'only members of the team have it';
comment on column canned_replies.membership_id is 'only this member has it; without a team and a member, all have it';

create table canned_reply_files (
  workspace_id uuid not null,
  reply_id uuid not null,
  upload_id uuid not null,
  place integer not null,
  primary key (workspace_id, reply_id, upload_id),
  foreign key (workspace_id, reply_id) references canned_replies (workspace_id, id) on delete cascade deferrable,
  foreign key (workspace_id, upload_id) references media_uploads (workspace_id, id) deferrable
);
create index canned_reply_files_upload on canned_reply_files (workspace_id, upload_id);
