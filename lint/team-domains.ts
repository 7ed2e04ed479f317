/** What a team has done by itself: assignment, away replies, macros and rules. */
export const TEAM_DOMAINS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  assignment: {
    '.': [
      'account/audit',
      'account/users',
      'availability',
      'contacts',
      'conversations',
      'followers',
      'teams',
    ],
  },
  'away-replies': {
    '.': [
      'account/audit',
      'availability',
      'business-hours',
      'conversations',
      'events',
      'followers',
      'messages',
      'messages/queueing',
      'teams',
    ],
  },
  macros: {
    '.': [
      'account/audit',
      'contacts',
      'conversations',
      'conversations/notes',
      'inbox/held-replies',
      'rules',
    ],
  },
  rules: {
    '.': [
      'account/audit',
      'account/notices',
      'bots',
      'business-hours',
      'contacts',
      'conversations',
      'conversations/notes',
      'events',
      'followers',
      'messages/canned-replies',
      'messages/queueing',
      'tickets',
    ],
  },
}
