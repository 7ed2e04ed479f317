alter table chat_changes drop constraint if exists chat_changes_actor_type_check;
