-- New endpoints are ordered by subject, with 20 deliveries in flight; existing ones keep what they have. The table is small, so the check
-- is validated at once.
alter table webhook_endpoints drop constraint webhook_endpoints_ordering_check;
alter table webhook_endpoints
  add constraint webhook_endpoints_ordering_check check (ordering in ('subject', 'creation', 'conversation')),
  alter column ordering set default 'subject',
  alter column max_in_flight set default 20;
comment on column webhook_endpoints.ordering is
  'subject, conversation: a failed delivery holds back the later ones of its conversation, contact or ticket, or of its conversation';
comment on column webhook_deliveries.ordering_key is
  'what its order is kept within; stored from when it fails or is held, so that it blocks later ones';
