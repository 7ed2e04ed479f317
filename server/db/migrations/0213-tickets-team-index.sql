-- Partial, so that it costs nothing without teams.
create index concurrently tickets_team on tickets (workspace_id, team_id, updated_at, id) where team_id is not null;
