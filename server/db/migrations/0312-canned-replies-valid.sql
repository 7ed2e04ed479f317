-- Members and teams have shortcuts of their own.
drop index canned_replies_shortcut;
alter table canned_replies validate constraint canned_replies_team;
alter table canned_replies validate constraint canned_replies_owner;
