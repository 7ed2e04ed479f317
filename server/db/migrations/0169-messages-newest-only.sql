drop index messages_created;
