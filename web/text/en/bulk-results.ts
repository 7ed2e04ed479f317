/** Results of changes of many rows. */
export const bulkResults = {
  someone: 'a member',
  none: '{subject, select, chats {No conversation changed.} contacts {No contact changed.} other {No ticket changed.}}',
  skipped: '{count, plural, one {# skipped.} other {# skipped.}}',
  done: {
    chats: {
      close: '{count, plural, one {# conversation closed.} other {# conversations closed.}}',
      reopen: '{count, plural, one {# conversation reopened.} other {# conversations reopened.}}',
      snooze: '{count, plural, one {# conversation snoozed.} other {# conversations snoozed.}}',
      assign:
        '{count, plural, one {# conversation assigned to {name}.} other {# conversations assigned to {name}.}}',
      unassign:
        '{count, plural, one {# conversation unassigned.} other {# conversations unassigned.}}',
      tag: '{count, plural, one {Tag added to # conversation.} other {Tag added to # conversations.}}',
      untag:
        '{count, plural, one {Tag removed from # conversation.} other {Tag removed from # conversations.}}',
      mark_read:
        '{count, plural, one {# conversation marked as read.} other {# conversations marked as read.}}',
      mark_unread:
        '{count, plural, one {# conversation marked as unread.} other {# conversations marked as unread.}}',
    },
    contacts: {
      erase:
        '{count, plural, one {# contact is being erased.} other {# contacts are being erased.}}',
    },
    tickets: {
      assign:
        '{count, plural, one {# ticket assigned to {name}.} other {# tickets assigned to {name}.}}',
      unassign: '{count, plural, one {# ticket unassigned.} other {# tickets unassigned.}}',
      set_status:
        '{count, plural, one {Status of # ticket changed.} other {Status of # tickets changed.}}',
      set_priority:
        '{count, plural, one {Priority of # ticket changed.} other {Priority of # tickets changed.}}',
      set_due:
        '{count, plural, one {Due date of # ticket changed.} other {Due date of # tickets changed.}}',
    },
  },
  undone:
    '{count, plural, one {# change undone.} other {# changes undone.}}{kept, plural, =0 {} one { # was changed since and stays as it is.} other { # were changed since and stay as they are.}}',
  failed: 'Couldn’t change the selection',
  selectFailed: 'Couldn’t count what matches',
  undoFailed: 'Couldn’t undo the change',
}
