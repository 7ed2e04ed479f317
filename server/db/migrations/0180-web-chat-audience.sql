-- A site that signs other tokens with the same secret names the ones that are for its web chat.
alter table web_chats add column user_token_audience text;
comment on column web_chats.user_token_audience is 'the aud that tokens of users must have; null: aud is not compared';
