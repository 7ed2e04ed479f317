-- The names of a message's files, and the phone numbers, e-mail addresses and companies of the contacts that it shares,
-- for the search; null if it has none. The names of these contacts are in its text.
create function message_names(media jsonb, content jsonb) returns text language sql immutable parallel safe
return nullif((
  coalesce(jsonb_path_query_array(media, '$.filename ? (@.type() == "string")'), '[]')
  || coalesce(jsonb_path_query_array(media, '$.more[*].filename ? (@.type() == "string")'), '[]')
  || coalesce(jsonb_path_query_array(content, '$.contacts[*].phones[*].phone ? (@.type() == "string")'), '[]')
  || coalesce(jsonb_path_query_array(content, '$.contacts[*].phones[*].wa_id ? (@.type() == "string")'), '[]')
  || coalesce(jsonb_path_query_array(content, '$.contacts[*].emails[*].email ? (@.type() == "string")'), '[]')
  || coalesce(jsonb_path_query_array(content, '$.contacts[*].org.company ? (@.type() == "string")'), '[]')
)::text, '[]');
