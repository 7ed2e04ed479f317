-- Who sees a conversation, beside the order of the lists: they would read each hidden conversation to leave it out. A trigger, so that no
-- statement can forget it, also none that deletes a team or a member.
alter table chat_activity add column team_id uuid, add column assignee_id uuid;
comment on column chat_activity.team_id is 'that of the conversation, by a trigger';
comment on column chat_activity.assignee_id is 'that of the conversation, by a trigger';

create function copy_holders() returns trigger language plpgsql as $$
begin
  update chat_activity set team_id = new.team_id, assignee_id = new.assignee_id
  where workspace_id = new.workspace_id and chat_id = new.id;
  return null;
end
$$;

create trigger copy_holders after update of assignee_id, team_id on chats for each row
  when (old.assignee_id is distinct from new.assignee_id or old.team_id is distinct from new.team_id)
  execute function copy_holders();
