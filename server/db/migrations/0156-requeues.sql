-- Workers remember where the pending deliveries of an endpoint are, and look elsewhere when this has changed (decision 127).
alter table webhook_endpoints add column requeues integer not null default 0;
comment on column webhook_endpoints.requeues is 'grows whenever finished or missing deliveries become pending';
