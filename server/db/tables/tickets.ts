import type { TicketPriority, TicketStatus } from '#shared/tickets.ts'
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
}
