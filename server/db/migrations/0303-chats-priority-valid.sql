alter table chats validate constraint chats_priority_check;
alter table chat_changes validate constraint chat_changes_kind_check;
