/** The queues of teams: the conversations that wait until somebody takes them. */
export const queues = {
  waiting: '{team}: {count, plural, one {# customer waits} other {# customers wait}}',
  waitingCapped: '{team}: more than {count, number} customers wait',
  reasons: {
    nobody_available: 'nobody is online',
    all_at_capacity: 'everybody who is online has enough conversations',
    no_skill: 'nobody online has the skill or the language for the first one',
  },
  take: 'Take next',
  takeOf: 'Take next of {team}',
  takeFailed: 'Couldn’t take the next conversation',
  nobodyWaits: 'No customer of your teams waits without an assignee.',
  takeNext: 'Take the next of your teams',
}
