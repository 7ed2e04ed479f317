-- Requests that API keys sent, kept for some days.
create table api_requests (
  workspace_id uuid not null,
  id uuid not null,
  key_id uuid not null,
  method text not null,
  route text,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  code text,
  errors jsonb not null default '[]',
  request_id text not null,
  bodies bytea,
  created_at timestamptz not null,
  primary key (workspace_id, id)
);
create index api_requests_key on api_requests (workspace_id, key_id, id);
create index api_requests_failed on api_requests (workspace_id, id) where status >= 400;
create index api_requests_bodies on api_requests (workspace_id, id) where bodies is not null;
comment on column api_requests.route is 'the path with names of parameters; null when no route matched';
comment on column api_requests.bodies is 'JSON of query, request and response, encrypted under SECRET_KEY; null unless the workspace records them';
comment on column api_requests.created_at is 'when the response ended';

alter table workspaces add column record_request_bodies boolean not null default false;
