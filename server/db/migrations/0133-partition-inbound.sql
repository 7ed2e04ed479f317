select partition_table('inbound_payloads', 'id');
select partition_table('message_attempts', 'message_id');
