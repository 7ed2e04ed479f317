import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'

type Filled = Pick<Context, 'db'> & { workspaceId: string }

/** Conversations that are locked in one transaction. */
const BATCH = 500

/**
 * Stores beside the order of conversations what an earlier release left out, of all workspaces, until nothing is left or `signal` is
 * aborted: who has them, and since when their customers wait, which is their first message after the last answer and the last close. Any
 * number of processes can run it.
 */
export async function fillOlderWaits(context: Context, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ workspace_id: string }>`
    /* across workspaces: no request waits for it */
    select workspace_id from workspace_counters
    where waits_filled_at is null and is_here(workspace_id) order by workspace_id`.execute(
    context.db,
  )
  for (const { workspace_id: workspaceId } of rows)
    while (!signal?.aborted && (await fillBatch(context, workspaceId)));
}

/** Checks the next conversations of a workspace. Returns whether there may be more. */
async function fillBatch(context: Context, workspaceId: string): Promise<boolean> {
  return transaction(systemScope(context, workspaceId), async (tx) => {
    const from = await selectFrom(tx, 'workspace_counters')
      .select('waits_filled_to')
      .where('waits_filled_at', 'is', null)
      .executeTakeFirst()
    if (!from) return false
    const { rows: chats } = await sql<{ id: string }>`
      select id from chats
      where workspace_id = ${tx.workspaceId} and (${from.waits_filled_to}::uuid is null or id > ${from.waits_filled_to}::uuid)
      order by id limit ${BATCH} for no key update`.execute(tx.db)
    const ids = chats.map(({ id }) => id)
    await storeHolders(tx, ids)
    await storeWaits(tx, ids)
    const isLast = ids.length < BATCH
    await sql`
      update workspace_counters set waits_filled_to = ${ids.at(-1) ?? from.waits_filled_to}::uuid,
        waits_filled_at = ${isLast ? tx.clock.now() : null}::timestamptz
      where workspace_id = ${tx.workspaceId} and waits_filled_at is null`.execute(tx.db)
    return !isLast
  })
}

/** Stores who has locked conversations, as the trigger of `chats` does at each change. */
async function storeHolders({ db, workspaceId }: Filled, ids: string[]) {
  await sql`
    update chat_activity as activity set team_id = chats.team_id, assignee_id = chats.assignee_id
    from chats
    where chats.workspace_id = ${workspaceId} and chats.id = any (${ids}::uuid[])
      and activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id
      and (activity.team_id is distinct from chats.team_id or activity.assignee_id is distinct from chats.assignee_id)`.execute(
    db,
  )
}

/** Stores since when the customers of locked conversations wait, where nothing is stored. Messages of a history make nobody wait. */
async function storeWaits({ db, workspaceId }: Filled, ids: string[]) {
  await sql`
    update chat_activity as activity set waiting_since = coalesce(asked.since, chats.last_message_at)
    from chats
    join messages as last on last.workspace_id = ${workspaceId} and last.id = chats.last_message_id
    cross join lateral (
      select max(at) as at from (
        select max(created_at) as at from messages
        where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id
          and direction = 'outbound' and status <> 'failed'
        union all
        select max(occurred_at) from chat_changes
        where chat_changes.workspace_id = ${workspaceId} and chat_changes.chat_id = chats.id and kind = 'closed'
      ) as ended
    ) as answered
    cross join lateral (
      select min(created_at) as since from messages
      where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id and direction = 'inbound'
        and origin is distinct from 'history' and (answered.at is null or created_at > answered.at)
    ) as asked
    where chats.workspace_id = ${workspaceId} and chats.id = any (${ids}::uuid[])
      and chats.status <> 'closed' and chats.last_message_direction = 'inbound'
      and last.origin is distinct from 'history'
      and activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id and activity.waiting_since is null`.execute(
    db,
  )
}
