-- A push of an entry of conversation_notifications has no row in notifications. Pushes of a deleted notification were dropped when due before, too.
alter table notification_pushes drop constraint notification_pushes_workspace_id_notification_id_fkey;
alter table notification_pushes add column chat_id uuid;
alter table notification_pushes add column kind text;
alter table notification_pushes add column source_id uuid;
comment on column notification_pushes.notification_id is 'of notifications, or with chat_id the id of the fact';
comment on column notification_pushes.chat_id is 'the conversation that the fact is about; null: notification_id says all';
