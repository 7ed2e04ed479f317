alter table events add column cause text;
comment on column events.cause is 'the id of the request that caused the event, and after a space its traceparent';
alter table inbound_payloads add column cause text;
comment on column inbound_payloads.cause is 'the id of the request that brought the payload, and after a space its traceparent';
