alter table chats
  add column priority text,
  add column remind_if_unanswered boolean not null default false,
  add constraint chats_priority_check check (priority in ('low', 'medium', 'high', 'urgent')) not valid;
