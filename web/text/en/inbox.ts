/** The inbox. */
export const inbox = { title: 'Inbox', empty: 'No conversations yet' }
