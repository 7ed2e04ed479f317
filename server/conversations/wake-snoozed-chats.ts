import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { systemScope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { chatEvents } from './chat-events.ts'
import { recordChatChanges } from './record-chat-changes.ts'

/** Maximum number of conversations reopened in one transaction. */
const BATCH = 100

/**
 * Reopens the snoozed conversations that are due, with `conversation.updated` for each, until none is left or `signal`
 * is aborted. Any number of processes can run it: each conversation is reopened by one of them.
 */
export async function wakeSnoozedChats(
  context: Context,
  signal?: AbortSignal,
): Promise<{ opened: number }> {
  let opened = 0
  while (!signal?.aborted) {
    const now = context.clock.now()
    const { rows } = await sql<{ workspace_id: string; ids: string[] }>`
      /* across workspaces: no request waits for these conversations */
      select workspace_id, array_agg(id) as ids from (
        select workspace_id, id from chats
        where status = 'snoozed' and snoozed_until <= ${now}
        order by snoozed_until limit ${BATCH}
      ) as due
      group by workspace_id`.execute(context.db)
    if (rows.length === 0) break
    for (const row of rows) opened += await open(context, row.workspace_id, row.ids, now)
  }
  return { opened }
}

async function open(
  context: Context,
  workspaceId: string,
  ids: string[],
  now: Date,
): Promise<number> {
  return transaction(systemScope(context, workspaceId), async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update chats set status = 'open', snoozed_until = null, updated_at = greatest(updated_at, ${now})
      where workspace_id = ${workspaceId} and id in (
        select id from chats
        where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
          and status = 'snoozed' and snoozed_until <= ${now}
        order by id for no key update
      )
      returning id`.execute(tx.db)
    const opened = rows.map((row) => row.id)
    const data = { from: 'snoozed' }
    await recordChatChanges(
      tx,
      opened.map((chatId) => ({ chatId, kind: 'reopened', data })),
      now,
    )
    await recordEvents(tx, await chatEvents(tx, 'conversation.updated', opened))
    return opened.length
  })
}
