/** The words with which customers opt out of marketing. */
export const optOut = {
  title: 'Marketing opt-out',
  intro:
    'When a customer’s whole message is one of these words, they stop (or resume) getting marketing templates. Case, accents and punctuation don’t matter. Other messages can always be sent.',
  replies: 'Send a reply',
  repliesHint: 'The customer gets the reply in the language of the word.',
  stop: 'Words to opt out',
  start: 'Words to opt in again',
  none: {
    stop: 'No word of this language opts out.',
    start: 'No word of this language opts in again.',
  },
  noWords: 'No word opts customers out',
  noWordsText:
    'Customers still get marketing templates whatever they write. They can opt out in their platform’s settings, and members can opt them out on the contact’s page.',
  stop_reply: 'Reply to an opt-out',
  start_reply: 'Reply to an opt-in',
  remove: 'Remove',
  removeOf: 'Remove {language}',
  add: 'Add a language',
  addPlaceholder: 'Choose a language',
}
