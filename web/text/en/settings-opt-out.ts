/** The words with which customers opt out of marketing. */
export const optOut = {
  title: 'Marketing opt-out',
  intro:
    'A customer who sends one of these words as a whole message gets no more marketing templates, or gets them again. Case, accents and punctuation don’t matter. Other messages can always be sent.',
  replies: 'Send a reply',
  repliesHint: 'The customer gets the reply in the language of the word.',
  stop: 'Words to opt out',
  start: 'Words to opt in again',
  stop_reply: 'Reply to an opt-out',
  start_reply: 'Reply to an opt-in',
  remove: 'Remove',
  removeOf: 'Remove {language}',
  add: 'Add a language',
  addPlaceholder: 'Choose a language',
}
