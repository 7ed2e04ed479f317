-- Each send and each received message locked its conversation a second time for this key (decision 28).
alter table messages drop constraint if exists messages_workspace_id_chat_id_fkey;
