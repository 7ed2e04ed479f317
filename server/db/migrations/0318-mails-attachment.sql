alter table mails add column attachment bytea;
comment on column mails.attachment is 'a file with its name, encrypted under SECRET_KEY';
