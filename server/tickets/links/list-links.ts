import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { TicketLinks } from '#db/tables/tickets.ts'
import type { Selectable } from 'kysely'
import type { TicketLinkKind } from '#shared/tickets.ts'
import type { TicketLink } from './schema.ts'

type Row = Pick<Selectable<TicketLinks>, 'id' | 'ticket_id' | 'kind' | 'created_at'> &
  Pick<TicketLink, 'ticket'>

/** Returns the links of a ticket to tickets that the actor sees, oldest first. @throws {AppError} ticket_not_found */
export async function listLinks(scope: Scope, ticketId: string): Promise<{ data: TicketLink[] }> {
  const { id } = await getById(scope, 'tickets', ticketId)
  const { workspaceId } = scope
  const { rows } = await sql<Row>`
    select link.id, link.ticket_id, link.kind, link.created_at,
      json_build_object('id', other.id, 'number', other.number, 'title', other.title, 'status', other.status) as ticket
    from ticket_links as link
    join tickets as other on other.workspace_id = ${workspaceId}
      and other.id = case when link.ticket_id = ${id} then link.other_id else link.ticket_id end
    where link.workspace_id = ${workspaceId} and (link.ticket_id = ${id} or link.other_id = ${id})
    order by link.created_at, link.id`.execute(scope.db)
  return { data: rows.map((row) => toLink(row, id)) }
}

/** The names of the kinds from the other side. */
const REVERSED = {
  relates_to: 'relates_to',
  blocks: 'blocked_by',
  duplicate_of: 'duplicated_by',
} as const satisfies Record<string, TicketLinkKind>

function toLink({ id, ticket_id: from, kind, ticket, created_at }: Row, ticketId: string) {
  return { id, kind: from === ticketId ? kind : REVERSED[kind], ticket, created_at }
}
