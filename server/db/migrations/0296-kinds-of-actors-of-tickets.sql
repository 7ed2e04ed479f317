alter table ticket_changes
  drop constraint if exists ticket_changes_actor_type_check,
  drop constraint ticket_changes_kind_check,
  add constraint ticket_changes_kind_check
    check (kind in (
      'created', 'title', 'description', 'status', 'priority', 'assigned', 'due', 'tagged', 'untagged', 'attached', 'detached',
      'comment_edited', 'comment_deleted', 'contact', 'team', 'type', 'field', 'linked', 'unlinked',
      'customer_notified'
    )) not valid;
alter table ticket_attachments drop constraint if exists ticket_attachments_actor_type_check;
alter table ticket_comments drop constraint if exists ticket_comments_author_type_check;
