-- Since when a contact wants no marketing messages, and who said so last.
alter table people add column opted_out_at timestamptz;
alter table people add column opted_out_by text;
alter table people add column opt_out_decided_at timestamptz;
comment on column people.opted_out_by is 'keyword, platform, member or api_key';
comment on column people.opt_out_decided_at is 'the time of the last opt-out or opt-in; an older one that arrives late changes nothing';
