alter table message_charges drop constraint if exists message_charges_author_type_check;
alter table audit_entries drop constraint if exists audit_entries_actor_type_check;
alter table notes drop constraint if exists notes_author_type_check;
alter table reply_drafts drop constraint if exists reply_drafts_author_type_check;
alter table bulk_actions
  drop constraint if exists bulk_actions_created_by_type_check,
  drop constraint if exists bulk_actions_undone_by_type_check;
