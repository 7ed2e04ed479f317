alter table api_keys validate constraint api_keys_client_check;
