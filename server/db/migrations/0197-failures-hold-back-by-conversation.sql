comment on column webhook_endpoints.ordering is
  'within what the order of events is kept; conversation: a failed delivery holds back the later ones of its key';
