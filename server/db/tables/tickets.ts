import type { ActorType, WriterType } from '#shared/actors.ts'
import type {
  StoredLinkKind,
  TicketChangeKind,
  TicketPriority,
  TicketStatus,
} from '#shared/tickets.ts'
import { json, number, text, time, uuid, uuids, word } from '../column.ts'
import { contactTable, tenantTable, unexportedTable } from '../table.ts'

/** Tickets. */
export const tickets = contactTable({
  visibleBy: 'ticket',
  rows: 'many',
  owner: 'person_id',
  erase: 'tickets',
}).columns({
  id: uuid().exported(),
  number: number().exported(),
  person_id: uuid().exported(),
  title: text().personal().exported(),
  message_id: uuid().nullable().exported(),
  priority: word<TicketPriority>().exported(),
  status: word<TicketStatus>().defaulted().exported(),
  assignee_id: uuid().nullable().exported(),
  due_at: time().nullable().exported(),
  created_at: time().exported(),
  updated_at: time().exported(),
  solved_at: time().nullable().exported(),
  chat_id: uuid().nullable().exported(),
  description: text().nullable().personal().exported(),
  reminded_due_at: time().nullable().exported(),
  team_id: uuid().nullable().exported(),
  type_id: uuid().nullable().exported(),
  fields: json<Record<string, string>>().defaulted().personal().exported(),
})

/** Rows of `tickets`. */
export type Tickets = typeof tickets.row

/** Types of tickets. */
export const ticket_types = tenantTable({
  visibleBy: { everybody: 'settings of the workspace' },
  rows: 'few',
  withoutContacts: 'written by admins for any ticket',
}).columns({
  id: uuid(),
  name: text(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `ticket_types`. */
export type TicketTypes = typeof ticket_types.row

/** Tags of tickets. */
export const ticket_tags = unexportedTable({
  visibleBy: 'ticket_id',
  rows: 'many',
  unexported: 'exported with the names of the tags',
}).columns({
  ticket_id: uuid(),
  tag_id: uuid(),
  created_at: time(),
})

/** Members who follow a ticket. */
export const ticket_followers = unexportedTable({
  visibleBy: 'ticket_id',
  rows: 'many',
  unexported: 'about members, not about the contact',
}).columns({
  ticket_id: uuid(),
  membership_id: uuid(),
  created_at: time(),
})

/** Links between tickets. */
export const ticket_links = unexportedTable({
  visibleBy: 'ticket_id',
  rows: 'many',
  unexported: 'about other tickets, which may be of other contacts',
}).columns({
  id: uuid(),
  ticket_id: uuid(),
  other_id: uuid(),
  kind: word<StoredLinkKind>(),
  created_at: time(),
})

/** Rows of `ticket_links`. */
export type TicketLinks = typeof ticket_links.row

/** Comments of members on a ticket. */
export const ticket_comments = contactTable({
  visibleBy: 'ticket_id',
  rows: 'many',
  owner: 'ticket_id',
  erase: 'cascade',
}).columns({
  id: uuid().exported(),
  ticket_id: uuid().exported(),
  author_type: word<WriterType>().exported(),
  author_id: uuid().nullable().exported(),
  text: text().personal().exported(),
  mentions: uuids().defaulted().unexported(),
  created_at: time().exported(),
  edited_at: time().nullable().exported(),
  deleted_at: time().nullable().exported(),
})

/** Rows of `ticket_comments`. */
export type TicketComments = typeof ticket_comments.row

/** Uploads that belong to a ticket. */
export const ticket_attachments = unexportedTable({
  visibleBy: 'ticket_id',
  rows: 'many',
  unexported: 'exported as files',
}).columns({
  ticket_id: uuid(),
  upload_id: uuid(),
  actor_type: word<ActorType>(),
  actor_id: uuid().nullable(),
  created_at: time(),
})

/** The history of a ticket. */
export const ticket_changes = contactTable({
  visibleBy: 'ticket_id',
  rows: 'many',
  owner: 'ticket_id',
  erase: 'cascade',
}).columns({
  id: uuid().exported(),
  ticket_id: uuid().exported(),
  kind: word<TicketChangeKind>().exported(),
  actor_type: word<ActorType>().exported(),
  actor_id: uuid().nullable().exported(),
  data: json<Record<string, unknown>>().defaulted().personal().exported(),
  occurred_at: time().exported(),
})

/** Rows of `ticket_changes`. */
export type TicketChanges = typeof ticket_changes.row
