-- `messages_queued` depended on the status, so each status of a message wrote to all indexes of the table, those for the
-- search included. A message is queued exactly while `send_due_at` is set, and a platform's statuses do not change that. The
-- free space keeps a changed message on its page.
alter table messages set (fillfactor = 85);
drop index messages_queued;
