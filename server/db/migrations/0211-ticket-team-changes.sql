alter table ticket_changes drop constraint ticket_changes_kind_check;
alter table ticket_changes add constraint ticket_changes_kind_check
  check (kind in (
    'created', 'title', 'description', 'status', 'priority', 'assigned', 'due', 'tagged', 'untagged', 'attached', 'detached',
    'comment_edited', 'comment_deleted', 'contact', 'team'
  )) not valid;
