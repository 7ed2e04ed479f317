import type { Scope } from '../context.ts'
import { isDatabaseUnavailable } from '../db/pool.ts'
import { transaction } from '../db/transaction.ts'
import { recordEvents } from '../events/record-events.ts'
import { finishPayloads, lockPending } from './pending-payloads.ts'
import type { PendingPayload } from './pending-payloads.ts'
import { readItems } from './read-items.ts'
import type { Item } from './read-items.ts'
import { recordItems } from './record-items.ts'
import type { ItemOutcome } from './record-items.ts'

type ReadPayload = { payload: PendingPayload; items: Item[] }

/**
 * Processes platform payloads of one workspace: all of them in one transaction, and if something in them fails
 * there, each alone, and if it fails again, item by item, so that a bad item costs only itself.
 *
 * Rejects, with nothing half-done, when the database is away; what was not processed stays pending.
 */
export async function processPayloads(scope: Scope, payloads: PendingPayload[]): Promise<void> {
  const read = payloads.map((payload) => ({
    payload,
    items: readItems(payload.body, payload.received_at),
  }))
  if (await attempt(scope, () => processTogether(scope, read))) return
  for (const each of read) {
    if (read.length > 1 && (await attempt(scope, () => processTogether(scope, [each])))) continue
    await processItemByItem(scope, each)
  }
}

async function processTogether(scope: Scope, read: ReadPayload[]): Promise<void> {
  await transaction(scope, async (tx) => {
    const pending = await lockPending(
      tx,
      read.map(({ payload }) => payload.id),
    )
    const ours = read.filter(({ payload }) => pending.has(payload.id))
    const { outcomes, events } = await recordItems(
      tx,
      ours.flatMap(({ items }) => items),
    )
    const next = outcomes.values()
    await finishPayloads(
      tx,
      ours.map(({ payload, items }) => ({
        id: payload.id,
        outcomes: items.map(() => next.next().value!),
      })),
    )
    await recordEvents(tx, events)
  })
}

/** Every item in a transaction of its own. A crash in between leaves it pending: recording twice changes nothing. */
async function processItemByItem(scope: Scope, { payload, items }: ReadPayload): Promise<void> {
  const outcomes: ItemOutcome[] = []
  for (const item of items) {
    const isDone = await attempt(scope, () =>
      transaction(scope, async (tx) => {
        const recorded = await recordItems(tx, [item])
        await recordEvents(tx, recorded.events)
        outcomes.push(...recorded.outcomes)
      }),
    )
    if (!isDone) outcomes.push(toFailed(item))
  }
  await transaction(scope, async (tx) => {
    const pending = await lockPending(tx, [payload.id])
    if (pending.has(payload.id)) await finishPayloads(tx, [{ id: payload.id, outcomes }])
  })
}

function toFailed(item: Item): ItemOutcome {
  const id =
    item.kind === 'message'
      ? item.message.platformMessageId
      : item.kind === 'status'
        ? item.status.platformMessageId
        : undefined
  return {
    kind: item.kind,
    result: 'failed',
    reason: 'could_not_be_recorded',
    platform_message_id: id,
  }
}

/** Whether `run` succeeded; a database that is away is nobody's fault and is thrown on. */
async function attempt(scope: Scope, run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err
    scope.log.error({ err, workspace_id: scope.workspaceId }, 'inbound items were not recorded')
    return false
  }
}
