-- Custom headers of webhook endpoints.
alter table webhook_endpoints
  add column header_names text[] not null default '{}',
  add column custom_headers bytea;
comment on column webhook_endpoints.custom_headers is 'JSON of the headers, encrypted under SECRET_KEY; null without any';
