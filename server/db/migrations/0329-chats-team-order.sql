create index concurrently chat_activity_team on chat_activity (workspace_id, coalesce(team_id, '00000000-0000-0000-0000-000000000000'), (assignee_id is null), activity_at desc, chat_id desc);
