alter table media_uploads add column created_by uuid;
comment on column media_uploads.created_by is 'the member or key who uploaded the file, and may use it before a message or ticket does; null: uploaded by an earlier release';
