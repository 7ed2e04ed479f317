alter table chats validate constraint chats_priority_check;
