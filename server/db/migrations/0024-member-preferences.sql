-- A member's own settings of the web app; null: the defaults.
alter table memberships add column preferences jsonb;
