-- The bot that a key belongs to: what it does is done by the bot.
alter table api_keys add column bot_id uuid;
