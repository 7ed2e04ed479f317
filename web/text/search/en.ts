/** The search page, and what the command palette shows of the search. */
export const search = {
  title: 'Search',
  label: 'Search everything',
  kind: 'Kind of result',
  all: 'All',
  kinds: {
    people: 'Contacts',
    chats: 'Conversations',
    tickets: 'Tickets',
    messages: 'Messages',
    notes: 'Notes',
  },
  showAll: 'Show all',
  more: 'Load more',
  results: '{count, plural, =0 {No results} one {# result} other {# results}}',
  start: 'Search contacts, conversations, tickets, messages and notes',
  startText:
    'Type words in any order, a "phrase" in quotation marks, a phone number or a ticket number such as #12.',
  nothing: 'No results for “{text}”',
  nothingText: 'Check the spelling, or try fewer words or part of a phone number.',
  incomplete:
    'Not everything was searched. Add a word or more letters to find older messages and notes.',
}
