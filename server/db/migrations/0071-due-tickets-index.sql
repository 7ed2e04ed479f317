create index concurrently tickets_reminders on tickets (due_at) where status in ('open', 'pending') and reminded_due_at is distinct from due_at;
