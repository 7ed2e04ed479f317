-- The team of a ticket. A ticket of a conversation starts with the conversation's.
alter table tickets
  add column team_id uuid,
  add constraint tickets_workspace_id_team_id_fkey
    foreign key (workspace_id, team_id) references teams (workspace_id, id) on delete set null (team_id) deferrable not valid;
