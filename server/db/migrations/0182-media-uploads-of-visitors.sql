-- A file of a visitor is an upload until its message is processed.
alter table media_uploads add column of_visitor boolean not null default false;
comment on column media_uploads.of_visitor is 'whether an anonymous visitor of a web chat sent it';
