create index concurrently notifications_due_mails on notifications (mail_due_at) where mail_due_at is not null;
