-- Notifications about tickets.
alter table notifications add column ticket_id uuid;
alter table notifications add constraint notifications_ticket_fkey
  foreign key (workspace_id, ticket_id) references tickets on delete cascade not valid;
comment on column notifications.source_id is 'message: the message; mention: the note or the comment; assignment: the change of the conversation or ticket; reminder: the change of the conversation, random for a ticket; test: random';
