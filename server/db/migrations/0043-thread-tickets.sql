-- Tickets in the thread of their conversation.
alter table chat_changes drop constraint chat_changes_kind_check;
alter table chat_changes add constraint chat_changes_kind_check
  check (kind in ('assigned', 'snoozed', 'closed', 'reopened', 'tagged', 'untagged', 'merged', 'ticket')) not valid;
comment on column chat_changes.data is 'assigned: assignee_id; snoozed: until; closed: opened_at of the round that ended; tagged: tag_id and name; ticket: ticket_id, number, title, status and previous_status';
