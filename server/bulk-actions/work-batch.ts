import { sql } from 'kysely'
import { findActorViewer } from '#account/keys/find-actor-viewer.ts'
import { findCancelReason } from '#account/keys/find-cancel-reason.ts'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { getById } from '#db/get-by-id.ts'
import { sqlState } from '#db/pool.ts'
import { asViewer, unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { applyItems } from './apply-items.ts'
import type { Item, ItemResult } from './apply-items.ts'
import { storeCanceled } from './cancel-bulk-action.ts'
import type { BulkRow } from './get-bulk-action.ts'
import { neededScope } from './needed-scope.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { readBulkFacts } from './read-bulk-facts.ts'
import type { BulkFacts } from './read-bulk-facts.ts'

/**
 * Items of one transaction of each subject. Few tickets, because the counter of events stays locked; one contact,
 * because an erasure locks the rows of its contact in another order, and a merge locks the counter after its contacts.
 */
const BATCH = { chats: 100, tickets: 20, contacts: 1 } as const

/** A bulk action whose next items are worked on. */
type Job = Pick<BulkRow, 'id' | 'subject'>

/**
 * Works on the next batch of a bulk action, in one transaction that holds its row and stores the results and the
 * position: whatever is killed, and however many workers run, each item is changed exactly once. Returns whether there is
 * more to do.
 *
 * Ends it instead if its member or key may not do it any more.
 *
 * Finds items that the database refuses by halving the batch; they count as failed.
 */
export async function workNextBatch(
  scope: Scope,
  { id, subject }: Job,
  limit: number = BATCH[subject],
): Promise<boolean> {
  const seen = await getById(scope, 'bulk_actions', id)
  const actor = actorOf(seen)
  const reason = await findCancelReason(scope, actor, neededScope(seen))
  const viewer = await findActorViewer(scope, actor)
  const facts = await readBulkFacts(scope, {
    ...seen.parameters,
    subject: seen.subject,
    action: seen.action,
  })
  const work = (isRefused: boolean) =>
    transaction(scope, async (tx) => {
      const row = await getById(tx, 'bulk_actions', id, 'change')
      if (row.status !== 'running') return false
      // An undo has another actor.
      if (row.phase !== seen.phase) return true
      if (reason === null)
        return workBatch(asViewer({ ...tx, actor }, viewer), row, facts, limit, isRefused)
      await storeCanceled(tx, row, reason, facts)
      return false
    })
  try {
    return await work(false)
  } catch (err) {
    if (!/^(22|23)/.test(sqlState(err) ?? '')) throw err
    if (limit > 1) return workNextBatch(scope, { id, subject }, Math.ceil(limit / 2))
    scope.log.error({ err, bulk_action_id: id }, 'failed to change an item of a bulk action')
    return work(true)
  }
}

/**
 * Works on up to `limit` items of a locked bulk action, and ends it when no more are left; returns whether there are more.
 * Runs in the caller's transaction and records the events at its end. `isRefused`: the database refuses the items.
 */
export async function workBatch(
  tx: Scope,
  row: BulkRow,
  facts: BulkFacts,
  limit: number,
  isRefused = false,
): Promise<boolean> {
  // An item that the actor does not see, or no longer, is skipped like one that does not exist. The bulk action itself is the product's work.
  const all = unrestricted(tx)
  const items = await readItems(all, row, limit)
  const { results, events } = isRefused
    ? { results: items.map(toFailed), events: [] }
    : await applyItems(tx, row, items, facts)
  await storeResults(all, row, results)
  const isMore = items.length === limit
  await storeProgress(all, row, { results, isMore, cursor: items.at(-1)?.item_id ?? row.cursor })
  if (!isMore) await notifyAssignee(all, row, facts)
  await recordEvents(all, events)
  return isMore
}

/** Returns the actor in whose name a bulk action works. */
function actorOf(row: BulkRow): Scope['actor'] {
  const [type, id] =
    row.phase === 'undo'
      ? [row.undone_by_type!, row.undone_by_id]
      : [row.created_by_type, row.created_by_id]
  return { type, id } as Scope['actor']
}

/** Reads the next items, by id. Those of a merge are undone in reverse order, because later merges depend on earlier ones. */
async function readItems(tx: Scope, row: BulkRow, limit: number): Promise<Item[]> {
  const isReverse = row.phase === 'undo' && row.action === 'merge'
  const [direction, after] = isReverse ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const { rows } = await sql<Item>`
    select item_id, before from bulk_action_items
    where workspace_id = ${tx.workspaceId} and bulk_action_id = ${row.id}
      and result = ${row.phase === 'undo' ? 'done' : 'pending'}
      ${row.cursor === null ? sql`` : sql`and item_id ${after} ${row.cursor}::uuid`}
    order by item_id ${direction} limit ${limit}`.execute(tx.db)
  return rows
}

async function storeResults(tx: Scope, row: BulkRow, results: ItemResult[]): Promise<void> {
  if (results.length === 0) return
  const given = bulkRows('given', results, {
    id: ['uuid', (each) => each.id],
    result: ['text', (each) => each.result],
    reason: ['text', (each) => each.reason],
    before: ['jsonb', (each) => (each.before === undefined ? null : JSON.stringify(each.before))],
  })
  await sql`
    update bulk_action_items as item
    set result = given.result, reason = given.reason, before = given.before
    from ${given}
    where item.workspace_id = ${tx.workspaceId} and item.bulk_action_id = ${row.id}
      and item.item_id = given.id`.execute(tx.db)
}

async function storeProgress(
  tx: Scope,
  row: BulkRow,
  step: { results: ItemResult[]; isMore: boolean; cursor: string | null },
): Promise<void> {
  const now = tx.clock.now()
  const count = (result: ItemResult['result']) =>
    step.results.filter((each) => each.result === result).length
  const reasons = { ...row.reasons }
  for (const { reason } of step.results)
    if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1
  await updateById(tx, 'bulk_actions', row.id, {
    cursor: step.cursor,
    done_count: row.done_count + count('done'),
    skipped_count: row.skipped_count + count('skipped'),
    failed_count: row.failed_count + count('failed'),
    undone_count: row.undone_count + count('undone'),
    kept_count: row.kept_count + count('kept'),
    reasons: JSON.stringify(reasons),
    updated_at: now,
    ...(!step.isMore && { status: 'completed' as const, completed_at: now }),
  })
}

function toFailed({ item_id: id }: Item): ItemResult {
  return { id, result: 'failed', reason: 'internal' }
}
