-- The search and the filter of tickets read `tickets_grams`; no statement reads the trigrams of titles.
drop index tickets_search;
