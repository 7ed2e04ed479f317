/** The settings of types of tickets. */
export const ticketTypes = {
  title: 'Ticket types',
  intro: 'What tickets are about, such as a return or a question. A ticket has one type or none.',
  create: 'Create ticket type',
  empty: 'No ticket types yet',
  emptyText: 'Create one to filter and report tickets by it.',
  name: 'Name',
  editTitle: 'Rename “{name}”',
  editOf: 'Rename {name}',
  deleteOf: 'Delete {name}',
  deleteTitle: 'Delete the ticket type “{name}”?',
  deleteText: 'Its tickets then have no type. This can’t be undone.',
  deleted: 'Ticket type “{name}” deleted.',
  deleteFailed: 'Couldn’t delete the ticket type',
}
