-- By what is due instead of by workspace: the sweeper looks every few seconds, beside any number of tickets that are not due.
create index concurrently tickets_overdue on tickets (due_at) where due_at is not null and status in ('open', 'pending');
