alter table mails add column attachment bytea;
comment on column mails.attachment is 'encrypted like the body: a file with its name';
