alter table chats
  add column priority text,
  add constraint chats_priority_check check (priority in ('low', 'medium', 'high', 'urgent')) not valid;
