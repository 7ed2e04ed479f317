import { recordAudit } from '#account/audit/record-audit.ts'
import { removeChatsFromTeam } from '#conversations/remove-chats-from-team.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { deleteFrom, updateTable } from '#db/select-from.ts'
import { updateById } from '#db/update-by-id.ts'
import { announceRights } from '#events/announce-rights.ts'
import { recordEvents } from '#events/record-events.ts'
import { removeTicketsFromTeam } from '#tickets/remove-tickets-from-team.ts'
import { getTeam } from './get-team.ts'

/** The maximum number of conversations, and of tickets, that one transaction removes from a team. */
const BATCH = 500

/** Ends a team at once, then removes its conversations and tickets from it, and last its row. */
export const teamDeletedEffect: Effect<{ id: string }> = {
  kind: 'team_deleted',
  apply: async (tx, { id }) => {
    await updateById(tx, 'teams', id, { deleted_at: tx.clock.now() })
    await deleteFrom(tx, 'team_members').where('team_id', '=', id).execute()
    await updateTable(tx, 'channels').set({ team_id: null }).where('team_id', '=', id).execute()
    await announceRights(tx.db, tx)
    const tickets = await removeTicketsFromTeam(tx, id, BATCH)
    const chats = await removeChatsFromTeam(tx, id, BATCH)
    await recordEvents(tx, [...chats, ...tickets])
    if (chats.length === BATCH || tickets.length === BATCH) return 'more'
    await deleteFrom(tx, 'teams').where('id', '=', id).execute()
    return undefined
  },
}

/** Deletes a team. Its conversations and tickets have no team afterwards. @throws {AppError} team_not_found */
export async function deleteTeam(scope: Scope, id: string): Promise<void> {
  const team = await getTeam(scope, id)
  await directoryTransaction(scope, async (tx) => {
    await recordAudit(tx, 'team.deleted', team.id, { name: team.name })
    await defer(tx, teamDeletedEffect, { id: team.id })
  })
}
