-- Lanes for notifications: one of each workspace's events, and one for each device.
alter table lanes drop constraint lanes_kind_check;
alter table lanes add constraint lanes_kind_check
  check (kind in ('webhook', 'send', 'inbound', 'replay', 'mail', 'media', 'templates', 'import', 'erase', 'export', 'notify', 'push')) not valid;
alter table lanes validate constraint lanes_kind_check;
