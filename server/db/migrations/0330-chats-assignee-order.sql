create index concurrently chat_activity_assignee on chat_activity (workspace_id, assignee_id, activity_at desc, chat_id desc)
  where assignee_id is not null;
