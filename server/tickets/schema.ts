import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { WithClock, WithConfig } from '#db/context.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { choiceList, createdFilters, timeFilter, updatedFilter } from '#lib/lists/list-filters.ts'
import { pageQuery } from '#lib/page.ts'
import { joinParts, namesOf, partOf } from '#lib/part-of.ts'
import { pick } from '#lib/pick.ts'
import { CappedCount, closedObject, Id, idList, nullable, Time, titled } from '#lib/schemas.ts'
import { mediaLink } from '#media/media-link.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { SLA_URGENCIES } from '#shared/sla.ts'
import { TICKET_ATTACHMENTS_MAX, TICKET_SORTS, TICKET_TAGS_MAX } from '#shared/tickets.ts'
import { TICKET_ATTRIBUTES } from './ticket-attributes.ts'

const TagIds = (description: string) =>
  Type.Array(Id, { maxItems: TICKET_TAGS_MAX, uniqueItems: true, description })

/** A file of a ticket. Its id is that of the upload. */
export const TicketAttachment = titled('TicketAttachment', {
  id: Id,
  mime_type: Type.String(),
  filename: nullable(Type.String()),
  size_bytes: Type.Integer(),
  url: Type.String({ description: 'A link that is valid for a week.' }),
  added_by: Type.Object({ type: Type.Enum([...ACTOR_TYPES]), id: nullable(Id) }),
  created_at: Time,
})

/** A file of a ticket, as the API returns it. */
export type TicketAttachment = Static<typeof TicketAttachment>

/** A ticket, as the API returns it. `number` counts up from 1 in each workspace. */
export const Ticket = titled('Ticket', {
  ...partOf(TICKET_ATTRIBUTES, 'shape'),
  tags: Type.Array(Type.Object({ id: Id, name: Type.String(), color: Type.String() }), {
    description: 'Sorted by name.',
  }),
  follower_ids: Type.Array(Id, { description: 'Members who follow it, the first one first.' }),
  attachments: Type.Array(TicketAttachment, { description: 'Oldest first.' }),
  created_at: Time,
  updated_at: Time,
})

/** A ticket, as the API returns it. */
export type Ticket = Static<typeof Ticket>

// The API has the description behind the other attributes.
const { description: newDescription, ...created } = partOf(TICKET_ATTRIBUTES, 'create')
const { description: nextDescription, ...updated } = partOf(TICKET_ATTRIBUTES, 'update')

/** The body of POST /api/v1/tickets. */
export const CreateTicketBody = closedObject({
  ...created,
  description: newDescription,
  tag_ids: Type.Optional(TagIds("The ids of the workspace's tags that the ticket gets.")),
  media_ids: Type.Optional(
    Type.Array(Id, {
      maxItems: TICKET_ATTACHMENTS_MAX,
      uniqueItems: true,
      description: 'Files to attach: ids from POST /api/v1/media.',
    }),
  ),
})

/** The fields of a new ticket. `due_at` is RFC 3339 with any offset. */
export type CreateTicketInput = Static<typeof CreateTicketBody>

/** The body of PATCH /api/v1/tickets/{id}. Only the fields that are sent are updated. */
export const UpdateTicketBody = closedObject({
  ...updated,
  description: nextDescription,
  tag_ids: Type.Optional(TagIds("Replaces the ticket's tags.")),
})

/** The fields to update. Omitted fields are not changed; null clears a field. */
export type UpdateTicketInput = Static<typeof UpdateTicketBody>

/** The filters by attributes. */
export const ATTRIBUTE_FILTERS = joinParts(partOf(TICKET_ATTRIBUTES, 'filters'))

const { status, priority, assignee_id, team_id, person_id, conversation_id, ...others } = partOf(
  ATTRIBUTE_FILTERS,
  'schema',
)

/** The query of GET /api/v1/tickets. */
export const ListTicketsQuery = closedObject({
  ...pageQuery,
  status,
  priority,
  assignee_id,
  team_id,
  person_id,
  conversation_id,
  tag_id: Type.Optional(Id),
  sla: choiceList(
    SLA_URGENCIES,
    'Only tickets whose conversation has an SLA target that is `on_time`, `at_risk` or `breached`: one or more',
  ),
  follower_id: Type.Optional(
    Type.Union([Id, Type.Enum(['me'])], {
      description: 'The id of a membership, or `me`: only tickets that this member follows.',
    }),
  ),
  ...others,
  ...createdFilters,
  ...updatedFilter,
  updated_since: timeFilter('Alias of `updated_after`.'),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARACTERS_MAX,
      description: 'Matches part of the title, or a ticket number such as 12 or #12.',
    }),
  ),
  sort: Type.Optional(
    Type.Enum([...TICKET_SORTS], {
      default: 'updated',
      description:
        '`updated`: most recently changed first. `due`: earliest due time first. `priority`: most urgent first. `sla`: the ticket whose conversation has the SLA target that is due first, and only tickets with one.',
    }),
  ),
})

const {
  limit: _limit,
  cursor: _cursor,
  sort: _sort,
  ...ticketFilters
} = ListTicketsQuery.properties

/** The query of GET /api/v1/tickets/export.csv. */
export const ExportTicketsQuery = closedObject({
  ...ticketFilters,
  ids: idList('Up to 100 ids, separated by commas: only these tickets.'),
  except_ids: idList('Up to 100 ids, separated by commas: tickets to leave out.'),
})

/** The response of GET /api/v1/tickets/counts. */
export const TicketCounts = titled('TicketCounts', {
  open: CappedCount,
  pending: CappedCount,
  solved: CappedCount,
  closed: CappedCount,
  mine: CappedCount,
  unassigned: CappedCount,
  overdue: CappedCount,
})

/**
 * The number of tickets in the standard views. `mine`, `unassigned` and `overdue` count open and pending
 * tickets.
 */
export type TicketCounts = Static<typeof TicketCounts>

/** The body of POST /api/v1/tickets/{id}/attachments. */
export const AddAttachmentBody = closedObject({
  media_id: Type.String({ format: 'uuid', description: 'The id from POST /api/v1/media.' }),
})

/** The parameters of a path with a ticket and one of its files. */
export const AttachmentParams = Type.Object({
  id: Type.String({ description: 'The id of the ticket, a UUID.' }),
  media_id: Type.String({ description: 'The id of the attached file, a UUID.' }),
})

/** A row that `readTickets` reads. */
export type TicketRow = Selectable<Tickets> & {
  tags: Ticket['tags']
  follower_ids: string[]
  attachments: (Pick<
    TicketAttachment,
    'id' | 'mime_type' | 'filename' | 'size_bytes' | 'added_by'
  > & {
    created_at: string
  })[]
}

/** Converts a row that `readTickets` reads to an API ticket. */
export function toTicket(context: WithConfig & WithClock, row: TicketRow): Ticket {
  return {
    ...pick({ ...row, conversation_id: row.chat_id }, namesOf(TICKET_ATTRIBUTES, 'shape')),
    tags: row.tags,
    follower_ids: row.follower_ids,
    attachments: row.attachments.map((each) => ({
      ...each,
      url: mediaLink(context, { workspaceId: row.workspace_id, mediaId: each.id }),
      created_at: new Date(each.created_at),
    })),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
