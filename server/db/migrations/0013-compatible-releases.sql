alter table migrations add column needs text;

comment on column migrations.needs is 'the migration that a release must know to run on this schema; null: every release can';
