-- The bot that gets new and reopened conversations of the channel.
alter table channels add column bot_id uuid;
