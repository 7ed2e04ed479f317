-- OAuth 2 client credentials of webhook endpoints.
alter table webhook_endpoints
  add column oauth jsonb,
  add column oauth_secret bytea;
comment on column webhook_endpoints.oauth is 'token_url, client_id and scope; null without OAuth';
comment on column webhook_endpoints.oauth_secret is 'client secret, encrypted under SECRET_KEY; null without OAuth';
