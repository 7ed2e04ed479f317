comment on column messages.cause is 'of a sent message, the id of the request that queued it, and after a space its traceparent; of a received one the same of its payload, while traces are recorded';
