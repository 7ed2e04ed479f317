-- By what is due instead of by channel: the sweeper looks every few seconds.
create index concurrently channels_templates_due on channels (coalesce(templates_due_at, '-infinity'))
  where access_token is not null and business_account is not null;
