import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { TICKET_LINKS_MAX } from '#shared/tickets.ts'
import type { StoredLinkKind, TicketLinkKind } from '#shared/tickets.ts'
import { pick } from '#lib/pick.ts'
import { saveTicketChanges } from '#tickets/save-ticket-changes.ts'
import { linkChanges } from './link-changes.ts'
import type { TicketLink } from './schema.ts'

/** The kinds that are stored from the side of the other ticket. */
const STORED = { blocked_by: 'blocks', duplicated_by: 'duplicate_of' } as const

/**
 * Links two tickets, and records it in the history of both with `ticket.updated` for each, in one transaction. Two tickets have at most
 * one link. Both are locked in the order of their ids, so that two links at once never wait for each other.
 *
 * @throws {AppError} ticket_not_found, tickets_linked, too_many_links, validation_failed for a link to itself
 */
export async function createLink(
  scope: Scope,
  ticketId: string,
  input: { ticket_id: string; kind: TicketLinkKind },
): Promise<TicketLink> {
  const { kind } = input
  const [id, otherId] = [ticketId.toLowerCase(), input.ticket_id.toLowerCase()]
  if (id === otherId) throw invalidField('ticket_id', 'must be another ticket')
  // An unknown ticket of the path is named first, whatever the order of the locks.
  await getById(scope, 'tickets', ticketId)
  return transaction(scope, async (tx) => {
    const locked = new Map<string, Locked>()
    for (const each of [id, otherId].toSorted())
      locked.set(each, await getById(tx, 'tickets', each, 'change'))
    const [own, other] = [locked.get(id)!, locked.get(otherId)!]
    await checkCounts(tx, [id, otherId])
    const isReversed = kind === 'blocked_by' || kind === 'duplicated_by'
    const row = await insertRow(tx, 'ticket_links', {
      id: newId(),
      ticket_id: isReversed ? otherId : id,
      other_id: isReversed ? id : otherId,
      kind: isReversed ? STORED[kind] : (kind satisfies StoredLinkKind),
      created_at: tx.clock.now(),
    }).catch(
      refuseTaken('tickets_linked', 'The tickets are linked already. Delete that link first.'),
    )
    for (const change of linkChanges('linked', [own, other]))
      await saveTicketChanges(tx, change.ticketId, [change])
    const ticket = pick(other, ['id', 'number', 'title', 'status'])
    return { id: row.id, kind, ticket, created_at: row.created_at }
  })
}

/** A locked ticket, as a link shows it. */
type Locked = TicketLink['ticket']

async function checkCounts(tx: Scope, ids: string[]): Promise<void> {
  for (const id of ids) {
    const { count } = await selectFrom(tx, 'ticket_links')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where(sql<boolean>`(ticket_id = ${id} or other_id = ${id})`)
      .executeTakeFirstOrThrow()
    if (count >= TICKET_LINKS_MAX)
      throw new AppError('too_many_links', `A ticket can have ${TICKET_LINKS_MAX} links.`)
  }
}
