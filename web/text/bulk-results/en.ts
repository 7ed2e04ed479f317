/** Results of changes of many rows. */
export const bulkResults = {
  someone: 'a member',
  none: '{subject, select, chats {No conversation changed.} contacts {No contact changed.} other {No ticket changed.}}',
  skipped: '{count, plural, one {# skipped.} other {# skipped.}}',
  done: {
    chats: {
      close: '{count, plural, one {# conversation closed.} other {# conversations closed.}}',
      reopen: '{count, plural, one {# conversation reopened.} other {# conversations reopened.}}',
      snooze:
        '{count, plural, one {# conversation snoozed until {value}.} other {# conversations snoozed until {value}.}}',
      assign:
        '{count, plural, one {# conversation assigned to {name}.} other {# conversations assigned to {name}.}}',
      unassign:
        '{count, plural, one {# conversation unassigned.} other {# conversations unassigned.}}',
      tag: '{count, plural, one {Tag “{value}” added to # conversation.} other {Tag “{value}” added to # conversations.}}',
      untag:
        '{count, plural, one {Tag “{value}” removed from # conversation.} other {Tag “{value}” removed from # conversations.}}',
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
        '{count, plural, one {Status of # ticket changed to {value}.} other {Status of # tickets changed to {value}.}}',
      set_priority:
        '{count, plural, one {Priority of # ticket changed to {value}.} other {Priority of # tickets changed to {value}.}}',
      set_due:
        '{count, plural, one {Due date of # ticket changed to {value}.} other {Due date of # tickets changed to {value}.}}',
      remove_due:
        '{count, plural, one {Due date of # ticket removed.} other {Due dates of # tickets removed.}}',
      tag: '{count, plural, one {Tag “{value}” added to # ticket.} other {Tag “{value}” added to # tickets.}}',
      untag:
        '{count, plural, one {Tag “{value}” removed from # ticket.} other {Tag “{value}” removed from # tickets.}}',
    },
  },
  undone:
    '{count, plural, one {# change undone.} other {# changes undone.}}{kept, plural, =0 {} one { # was changed since and stays as it is.} other { # were changed since and stay as they are.}}',
  failed: 'Couldn’t change the selection',
  selectFailed: 'Couldn’t count what matches',
  undoFailed: 'Couldn’t undo the change',
}
