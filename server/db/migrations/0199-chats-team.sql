-- The team of a conversation, and the members who take part in it besides the assignee.
alter table chats
  add column team_id uuid,
  add constraint chats_workspace_id_team_id_fkey
    foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete set null (team_id) deferrable not valid;

create table chat_participants (
  workspace_id uuid not null,
  chat_id uuid not null,
  membership_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, chat_id, membership_id),
  foreign key (workspace_id, chat_id) references chats (workspace_id, id) on delete cascade deferrable
);
create index chat_participants_member on chat_participants (workspace_id, membership_id, chat_id);
alter table chat_participants alter column workspace_id set (n_distinct = 100);
