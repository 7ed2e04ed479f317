alter table messages add column cause text;
comment on column messages.cause is 'the id of the request that queued the message, and after a space its traceparent';
