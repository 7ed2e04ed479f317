-- Grows whenever a conversation gets another holder: another app at the platform, else the assignee, else the team. A trigger, so that
-- no statement can forget it, also none of a release that does not know the column.
alter table chats add column holder_version integer not null default 0;

create function count_holder() returns trigger language plpgsql as $$
begin
  new.holder_version := old.holder_version + 1;
  return new;
end
$$;

create trigger count_holder before update of assignee_id, team_id, holder on chats for each row
  when (
    old.assignee_id is distinct from new.assignee_id
    or (old.holder is not distinct from 'other') <> (new.holder is not distinct from 'other')
    or (new.assignee_id is null and old.team_id is distinct from new.team_id)
  )
  execute function count_holder();
