-- The rows of today become the first partition of each of these tables; see the next migrations. Its bound lies two weeks ahead,
-- because rows are still written to it until then. A partition is chosen by the time in the ids (UUID version 7).
do $$
declare
  bound_at timestamptz := date_trunc('day', now(), 'UTC') + interval '14 days';
  hex text := lpad(to_hex((extract(epoch from bound_at) * 1000)::bigint), 12, '0');
  bound uuid := (left(hex, 8) || '-' || right(hex, 4) || '-0000-0000-000000000000')::uuid;
begin
  execute format('alter table api_requests add constraint api_requests_first check (id < %L) not valid', bound);
  execute format('alter table inbound_payloads add constraint inbound_payloads_first check (id < %L) not valid', bound);
  execute format('alter table message_attempts add constraint message_attempts_first check (message_id < %L) not valid', bound);
  execute format('alter table webhook_attempts add constraint webhook_attempts_first check (delivery_id < %L) not valid', bound);
  execute format('alter table webhook_deliveries add constraint webhook_deliveries_first check (id < %L) not valid', bound);
  execute format('alter table events add constraint events_first check (id < %L) not valid', bound);
end $$;
