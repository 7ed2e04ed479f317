-- Messages that a test key sends: they never leave by a channel of a real platform, also if their channel changes meanwhile.
alter table messages
  add column is_test boolean not null default false;
