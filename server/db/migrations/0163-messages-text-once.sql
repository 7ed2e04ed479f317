drop index messages_search;
drop index messages_grams;
drop index messages_names_grams;
