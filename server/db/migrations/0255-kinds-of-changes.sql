alter table chat_changes drop constraint chat_changes_kind_check;
alter table chat_changes add constraint chat_changes_kind_check
  check (kind in (
    'assigned', 'snoozed', 'closed', 'reopened', 'tagged', 'untagged', 'merged', 'ticket', 'handed_over', 'identity_changed', 'team',
    'participant_added', 'participant_removed', 'away_reply', 'csat', 'priority'
  )) not valid;
