create index concurrently notifications_ticket on notifications (workspace_id, ticket_id) where ticket_id is not null;
