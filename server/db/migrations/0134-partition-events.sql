-- A partition could not be dropped while a foreign key refers to its rows. Code that deletes deliveries deletes their attempts.
alter table webhook_attempts drop constraint webhook_attempts_workspace_id_delivery_id_fkey;
select partition_table('events', 'id');
select partition_table('webhook_deliveries', 'id');
select partition_table('webhook_attempts', 'delivery_id');
drop function partition_table(text, text);
