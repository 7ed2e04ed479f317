-- Few conversations have a title, those of groups: a search reads their titles instead of the newest conversations.
create index concurrently chats_titles on chats (workspace_id, id) where title is not null;
