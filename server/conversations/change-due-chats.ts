import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { systemScope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { chatEvents } from './chat-events.ts'

/** Maximum number of conversations of one transaction. */
const BATCH = 100

/**
 * A change that conversations get at a time. `isDue` tells which need it at `now`, oldest `dueAt` first, `set` is the
 * change, after which they need it no longer, and `record` writes what follows from it, in the same transaction.
 */
type DueChange = {
  dueAt: 'snoozed_until' | 'hold_ends_at'
  isDue: (now: Date) => RawBuilder<unknown>
  set: RawBuilder<unknown>
  record: (tx: Scope, chatIds: string[], now: Date) => Promise<unknown>
  signal?: AbortSignal | undefined
}

/**
 * Changes the conversations of all workspaces that are due, with `conversation.updated` for each, until none is left or
 * `signal` is aborted. Returns how many. Any number of processes can run it: each conversation is changed by one of them.
 */
export async function changeDueChats(context: Context, change: DueChange): Promise<number> {
  let changed = 0
  while (!change.signal?.aborted) {
    const now = context.clock.now()
    const { rows } = await sql<{ workspace_id: string; ids: string[] }>`
      /* across workspaces: no request waits for these conversations */
      select workspace_id, array_agg(id) as ids from (
        select workspace_id, id from chats
        where ${change.isDue(now)} and is_here(workspace_id)
        order by ${sql.ref(change.dueAt)} limit ${BATCH}
      ) as due
      group by workspace_id`.execute(context.db)
    if (rows.length === 0) break
    for (const row of rows)
      changed += await changeChats(systemScope(context, row.workspace_id), change, row.ids, now)
  }
  return changed
}

async function changeChats(
  scope: Scope,
  { isDue, set, record }: DueChange,
  ids: string[],
  now: Date,
): Promise<number> {
  return transaction(scope, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update chats set ${set}, updated_at = greatest(updated_at, ${now})
      where workspace_id = ${tx.workspaceId} and id in (
        select id from chats
        where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[]) and ${isDue(now)}
        order by id for no key update
      )
      returning id`.execute(tx.db)
    const changed = rows.map((row) => row.id)
    await record(tx, changed, now)
    await recordEvents(tx, await chatEvents(tx, 'conversation.updated', changed))
    return changed.length
  })
}
