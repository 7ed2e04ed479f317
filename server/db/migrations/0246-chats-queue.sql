-- Conversations of teams that nobody has. Partial, so that it costs nothing without teams.
create index concurrently chats_queue on chats (workspace_id, team_id, id)
  where team_id is not null and assignee_id is null and status = 'open';
