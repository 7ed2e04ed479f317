-- Endpoints that receive only ids. Each delivery keeps the choice, so that its retries and replays send the same bytes.
alter table webhook_endpoints
  add column payload text not null default 'full' check (payload in ('full', 'thin'));
alter table webhook_deliveries
  add column is_thin boolean not null default false;
