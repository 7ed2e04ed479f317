/** The header of an open conversation. */
export const inboxHeader = {
  actions: 'Conversation actions',
  close: 'Close',
  reopen: 'Reopen',
  assign: 'Assign',
  assignedTo: 'Assigned to {name}',
  nobody: 'Unassigned',
  snooze: 'Snooze',
  tag: 'Tag',
  more: 'More',
  unread: 'Mark as unread',
  ticket: 'Create ticket',
  takeOver: 'Take over',
  release: 'Release conversation',
  remindsAt: 'Reminder if no answer: {time}',
  snoozedUntil: 'Snoozed until {time}',
  isClosed: 'Closed',
  isGroup: 'Group',
  noTeam: 'No team',
  moveToTeam: 'Move to team',
  ofTeam: 'Team {name}',
  participants: 'Participants',
  takesPart: '{names} {count, plural, one {takes} other {take}} part',
  waiting: 'Waiting {time}',
  presence: {
    viewing:
      '{count, plural, offset:1 =1 {{first} is also viewing} =2 {{first} and {second} are also viewing} other {{first} and # others are also viewing}}',
    typing:
      '{count, plural, offset:1 =1 {{first} is typing…} =2 {{first} and {second} are typing…} other {{first} and # others are typing…}}',
  },
}
