import { recordAudit } from '#account/audit/record-audit.ts'
import { unassignChats } from '#conversations/unassign-chats.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import { updateById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { switchFollower } from '#followers/switch-follower.ts'
import { getBot } from './get-bot.ts'

/** The maximum number of conversations that one transaction unassigns. */
const BATCH = 500

/** Ends a bot at once, and hands its conversations to the queue. Its row stays for its name. */
export const botDeletedEffect: Effect<{ id: string }> = {
  kind: 'bot_deleted',
  apply: async (tx, { id }) => {
    await updateById(tx, 'bots', id, { deleted_at: tx.clock.now() })
    await updateTable(tx, 'channels').set({ bot_id: null }).where('bot_id', '=', id).execute()
    await updateTable(tx, 'teams').set({ bot_id: null }).where('bot_id', '=', id).execute()
    const others = await selectFrom(tx, 'bots')
      .select('id')
      .where('deleted_at', 'is', null)
      .limit(1)
      .execute()
    const chats = await unassignChats(tx, id, BATCH)
    if (others.length === 0) await switchFollower(tx, 'bots', false)
    await recordEvents(tx, chats)
    return chats.length === BATCH ? 'more' : undefined
  },
}

/** Deletes a bot and revokes its keys. Its conversations go to the queue; what it wrote keeps its name. @throws {AppError} bot_not_found */
export async function deleteBot(scope: Scope, id: string): Promise<void> {
  const bot = await getBot(scope, id)
  await directoryTransaction(scope, async (tx) => {
    await tx.directory
      .updateTable('api_keys')
      .set({ revoked_at: tx.clock.now() })
      .where('workspace_id', '=', tx.workspaceId)
      .where('bot_id', '=', bot.id)
      .where('revoked_at', 'is', null)
      .execute()
    await recordAudit(tx, 'bot.deleted', bot.id, { name: bot.name })
    await defer(tx, botDeletedEffect, { id: bot.id })
  })
}
