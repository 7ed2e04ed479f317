alter table notes drop constraint if exists notes_author_type_check;
alter table message_charges drop constraint if exists message_charges_author_type_check;
alter table audit_entries drop constraint if exists audit_entries_actor_type_check;
