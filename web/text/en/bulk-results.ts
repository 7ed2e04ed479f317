/** Results of changes of many rows. */
export const bulkResults = {
  done: '{subject, select, chats {{count, plural, =0 {No conversation changed.} one {# conversation changed.} other {# conversations changed.}}} contacts {{count, plural, =0 {No contact changed.} one {# contact changed.} other {# contacts changed.}}} other {{count, plural, =0 {No ticket changed.} one {# ticket changed.} other {# tickets changed.}}}}{skipped, plural, =0 {} one { # skipped.} other { # skipped.}}',
  undone:
    '{count, plural, one {# change undone.} other {# changes undone.}}{kept, plural, =0 {} one { # was changed since and stays as it is.} other { # were changed since and stay as they are.}}',
  failed: 'Couldn’t change the selection',
  selectFailed: 'Couldn’t count what matches',
  undoFailed: 'Couldn’t undo the change',
}
