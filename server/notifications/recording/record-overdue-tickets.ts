import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { claimOverdueTickets, findOverdueTickets } from '#tickets/claim-overdue-tickets.ts'
import type { OverdueTicket } from '#tickets/claim-overdue-tickets.ts'
import { notifyMembers } from './notify-members.ts'
import { readAudience } from './read-audience.ts'
import type { PlacedFact } from './read-facts.ts'

/**
 * Notifies members of tickets that became overdue, in one transaction with the mark that they were: so each due time is
 * notified once, whatever is killed.
 */
export async function recordOverdueTickets(scope: Scope): Promise<void> {
  const found = await findOverdueTickets(scope)
  if (found.length === 0) return
  const audience = await readAudience(scope, found.flatMap(toFacts))
  await transaction(scope, async (tx) => {
    const ids = found.map(({ id }) => id)
    await notifyMembers(tx, (await claimOverdueTickets(tx, ids)).flatMap(toFacts), audience)
  })
}

/**
 * Returns the fact of a ticket for those responsible, and one for each follower. They have one source, so that a follower who is also
 * responsible is notified once.
 */
function toFacts({ id, assignee_id, team_id, due_at, follower_ids }: OverdueTicket): PlacedFact[] {
  const fact: PlacedFact = {
    kind: 'reminder',
    sourceId: newId(),
    chatId: null,
    ticketId: id,
    bulk: null,
    membershipId: null,
    assigneeId: assignee_id,
    teamId: team_id,
    actorType: 'system',
    actorId: null,
    at: due_at,
  }
  return [fact, ...follower_ids.map((membershipId) => ({ ...fact, membershipId }))]
}
