alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('message', 'mention', 'assignment', 'reminder', 'test', 'sla_warning', 'sla_breached', 'comment', 'status')) not valid;
