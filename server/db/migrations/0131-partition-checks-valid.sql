-- Reads the tables without blocking anything, so that the next migrations need not.
alter table api_requests validate constraint api_requests_first;
alter table inbound_payloads validate constraint inbound_payloads_first;
alter table message_attempts validate constraint message_attempts_first;
alter table webhook_attempts validate constraint webhook_attempts_first;
alter table webhook_deliveries validate constraint webhook_deliveries_first;
alter table events validate constraint events_first;
