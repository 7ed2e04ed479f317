-- Partial, so that it costs nothing without teams.
create index concurrently chats_team on chats (workspace_id, team_id, status) where team_id is not null;
