import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'
import type { TicketChangeKind, TicketPriority, TicketStatus } from '#shared/tickets.ts'
import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `tickets`. */
export type Tickets = {
  workspace_id: string
  id: string
  number: Bigint
  person_id: string
  title: string
  message_id: string | null
  priority: TicketPriority
  status: Defaulted<TicketStatus>
  assignee_id: string | null
  due_at: Date | null
  created_at: Date
  updated_at: Date
  solved_at: Date | null
  chat_id: string | null
  description: string | null
  reminded_due_at: Date | null
}

/** Rows of `ticket_tags`. */
export type TicketTags = {
  workspace_id: string
  ticket_id: string
  tag_id: string
  created_at: Date
}

/** Rows of `ticket_comments`: what members write to each other about a ticket. */
export type TicketComments = {
  workspace_id: string
  id: string
  ticket_id: string
  author_type: 'api_key' | 'member'
  author_id: string | null
  text: string
  mentions: Defaulted<string[]>
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

/** Rows of `ticket_attachments`: uploads that belong to a ticket. */
export type TicketAttachments = {
  workspace_id: string
  ticket_id: string
  upload_id: string
  actor_type: ActorType
  actor_id: string | null
  created_at: Date
}

/** Rows of `ticket_changes`: the history of a ticket. */
export type TicketChanges = {
  workspace_id: string
  id: string
  ticket_id: string
  kind: TicketChangeKind
  actor_type: ActorType
  actor_id: string | null
  data: ColumnType<Record<string, unknown>, string | undefined, string>
  occurred_at: Date
}
