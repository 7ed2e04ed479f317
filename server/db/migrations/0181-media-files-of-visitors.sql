-- Files of visitors whom nobody vouches for have a share of the workspace's storage (decision 142).
alter table media_files add column of_visitor boolean not null default false;
comment on column media_files.of_visitor is 'whether an anonymous visitor of a web chat sent it';
