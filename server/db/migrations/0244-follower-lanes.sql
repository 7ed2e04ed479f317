alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in (
    'webhook', 'send', 'inbound', 'replay', 'mail', 'media', 'templates', 'import', 'erase', 'export', 'notify', 'push', 'bulk',
    'availability', 'assign', 'away', 'rules', 'sla', 'csat', 'bots', 'held', 'reports'
  )) not valid;
