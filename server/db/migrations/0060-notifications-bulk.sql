-- A bulk action that assigns many conversations or tickets notifies their new assignee once.
alter table notifications add column bulk_subject text;
alter table notifications add column bulk_count integer;
comment on column notifications.source_id is 'message: the message; mention: the note or the comment; assignment: the change of the conversation or ticket, or the bulk action; reminder: the change of the conversation, random for a ticket; test: random';
comment on column notifications.bulk_subject is 'chats or tickets that a bulk action assigned; null: the notification is about one of them';
comment on column notifications.bulk_count is 'how many of them';
