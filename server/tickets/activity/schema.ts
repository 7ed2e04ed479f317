import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { noteFields, toNoteFields } from '#conversations/notes/schema.ts'
import type { TicketChanges, TicketComments } from '#db/tables/tickets.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, Time, titled, pickFields } from '#lib/schemas.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { TICKET_CHANGES } from '#shared/tickets.ts'

/**
 * An internal comment on a ticket; neither the customer nor the platform receives it. `person_id` and
 * `conversation_id` are those of the ticket.
 */
export const TicketComment = titled('TicketComment', {
  id: Id,
  ticket_id: Id,
  person_id: Id,
  conversation_id: nullable(Id),
  ...noteFields,
})

/** An internal comment on a ticket. */
export type TicketComment = Static<typeof TicketComment>

/** A change of a ticket: an entry of its history. */
const TicketChange = titled('TicketChange', {
  id: Id,
  ticket_id: Id,
  type: Type.Enum([...TICKET_CHANGES]),
  actor: Type.Object({ type: Type.Enum([...ACTOR_TYPES]), id: nullable(Id) }),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description:
      '`title`, `status`, `priority` and `due`: `from`, `to`. `assigned`: `assignee_id`, `previous_assignee_id`, and `bulk_action_id` if a bulk action did it, as for `status`. `type`: `from`, `to`. `field`: `key`, `from`, `to`. `linked` and `unlinked`: `ticket_id`, `number`, `kind`. `customer_notified`: `message_id`, `status`. `tagged` and `untagged`: `tag_id`, `name`. `attached` and `detached`: `media_id`, `filename`. `comment_edited`: `comment_id` and the earlier `text`, until the comment is deleted. `comment_deleted`: `comment_id`. `contact`, by a merge: `merge_id`, `from`, `to`.',
  }),
  created_at: Time,
})

/** A change of a ticket. */
type TicketChange = Static<typeof TicketChange>

/** A comment on a ticket or a change of it, distinguished by `kind`. */
export const TicketActivity = Type.Union(
  [
    titled('TicketActivityComment', { kind: Type.Literal('comment'), ...TicketComment.properties }),
    titled('TicketActivityChange', { kind: Type.Literal('change'), ...TicketChange.properties }),
  ],
  { title: 'TicketActivity' },
)

/** A comment on a ticket or a change of it, distinguished by `kind`. */
export type TicketActivity = Static<typeof TicketActivity>

/** The ids of a ticket's contact and conversation. */
export type TicketPlace = { person_id: string; chat_id: string | null }

/** Converts a row of `ticket_comments` to the API's comment. */
export function toComment(row: Selectable<TicketComments>, ticket: TicketPlace): TicketComment {
  return {
    id: row.id,
    ticket_id: row.ticket_id,
    person_id: ticket.person_id,
    conversation_id: ticket.chat_id,
    ...toNoteFields(row),
  }
}

/** Converts a row of `ticket_changes` to the API's change. */
export function toChange(row: Selectable<TicketChanges>): TicketChange {
  return pickFields(TicketChange, {
    ...row,
    type: row.kind,
    actor: { type: row.actor_type, id: row.actor_id },
    created_at: row.occurred_at,
  })
}

/** The query of GET /api/v1/tickets/{id}/activity. */
export const ListActivityQuery = closedObject({
  ...pageQuery,
  kind: Type.Optional(
    Type.Enum(['comment', 'change'], { description: 'Returns only comments, or only changes.' }),
  ),
})
