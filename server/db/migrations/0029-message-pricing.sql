-- The price information of a sent message, as the platform reports it.
alter table messages add column pricing jsonb;
