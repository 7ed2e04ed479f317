import { subjectOf } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'

type Data = { id: string; conversation_id?: string; ticket_id?: string }
type EventBody = {
  id: string
  type: EventType
  created_at: string
  workspace_id: string
  test: boolean
  data: Data
}

/** The paths of resources by the subjects of events. Notes, comments and ratings have no path of their own, but that of their list. */
const PATHS: Record<ReturnType<typeof subjectOf<EventType>>, (data: Data) => string> = {
  message: ({ id }) => `/api/v1/messages/${id}`,
  contact: ({ id }) => `/api/v1/contacts/${id}`,
  conversation: ({ id }) => `/api/v1/chats/${id}`,
  note: ({ conversation_id: id }) => `/api/v1/chats/${id}/thread`,
  ticket: ({ id }) => `/api/v1/tickets/${id}`,
  ticket_comment: ({ ticket_id: id }) => `/api/v1/tickets/${id}/activity`,
  member: ({ id }) => `/api/v1/members/${id}`,
  csat: ({ conversation_id: id }) => `/api/v1/csat/ratings?conversation_id=${id}`,
  sla: ({ conversation_id: id }) => `/api/v1/chats/${id}/sla`,
  bot: ({ id }) => `/api/v1/bots/${id}`,
  automation: ({ conversation_id: id }) => `/api/v1/chats/${id}`,
}

/**
 * Returns the body of a delivery, exactly as it is signed and sent: that of the event or, for a thin delivery, the same
 * envelope with only the id and the path of the resource. The result depends on nothing else, so every attempt sends the same
 * bytes.
 */
export function toSentBody(body: string, isThin: boolean): string {
  if (!isThin) return body
  const { id, type, created_at, workspace_id, test, data }: EventBody = JSON.parse(body)
  // What was erased can be read nowhere.
  const path = type === 'contact.erased' ? null : PATHS[subjectOf(type)](data)
  return JSON.stringify({ id, type, created_at, workspace_id, test, data: { id: data.id, path } })
}
