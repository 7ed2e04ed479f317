-- Test keys, and the channels of the simulator on which alone they send. The number of the demo exists only there.
alter table api_keys
  add column mode text not null default 'live' check (mode in ('live', 'test'));
alter table channels
  add column is_simulated boolean not null default false;
comment on column channels.is_simulated is 'Whether its access token is one of the simulator, which no real platform is called with';
update channels set is_simulated = true where type = 'whatsapp' and account = '100000000000001';
