-- Whether a message was reported while another app held the conversation.
alter table messages add column is_standby boolean not null default false;
