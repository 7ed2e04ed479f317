alter table ticket_changes drop constraint if exists ticket_changes_actor_type_check;
