-- The addresses that may use an API key.
alter table api_keys add allowed_networks text[];
comment on column api_keys.allowed_networks is 'addresses and subnets that may use the key; null: all';
