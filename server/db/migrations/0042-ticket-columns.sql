-- A text about the ticket, and the due time of which its assignee was reminded.
alter table tickets add column description text, add column reminded_due_at timestamptz;
comment on column tickets.reminded_due_at is 'the due time after which members were notified; it differs from due_at while they are not';
