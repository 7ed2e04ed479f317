import { readAudience } from '#account/notices/record-notice.ts'
import type { Audience } from '#account/notices/record-notice.ts'
import type { Scope } from '#db/context.ts'
import { isDatabaseUnavailable, sqlState } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { workTogether } from '#db/work-together.ts'
import { attributeEvents } from '#events/attribute-events.ts'
import { recordEvents } from '#events/record-events.ts'
import type { NewEvent } from '#events/new-event.ts'
import { readCause, withCauses } from '#lib/cause.ts'
import type { Cause } from '#lib/cause.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import { isTracing } from '#lib/tracing/start-span.ts'
import { dropErased, scrubErased } from './drop-erased.ts'
import { finishPayloads, lockPending } from './pending-payload.ts'
import type { PendingPayload, ProcessedPayload } from './pending-payload.ts'
import type { Item } from '#platforms/item.ts'
import { readItems } from '#platforms/registry/read-items.ts'
import { recordItems } from './record-items.ts'
import type { ItemOutcome } from './item-outcome.ts'
import {
  learnBusinessAccounts,
  UnknownBusinessAccounts,
  withBusinessAccounts,
} from './with-business-accounts.ts'

type ReadPayload = { payload: PendingPayload; items: Item[] }

/** The most items that are recorded by the same statements. */
const ITEMS_MAX = 2000

/**
 * Processes platform payloads of one workspace in one transaction. If that fails, it halves the batch repeatedly, and
 * processes a payload that fails alone item by item, so that a bad item affects only itself.
 *
 * Rejects, with nothing half-done, when the database is unavailable; unprocessed payloads stay pending.
 */
export async function processPayloads(scope: Scope, payloads: PendingPayload[]): Promise<void> {
  await processRead(scope, readAll(payloads))
}

/** Returns the items of a payload. While traces are recorded, its messages have the cause of the payload. */
function readTraced(payload: PendingPayload): Item[] {
  const items = readItems(payload, payload.received_at)
  if (!isTracing()) return items
  return items.map((item) => (item.kind === 'message' ? { ...item, cause: payload.cause } : item))
}

/**
 * Processes platform payloads of several workspaces of one server in one transaction. Rejects, with nothing done, when that
 * is not possible: then each workspace is processed alone by `processPayloads`.
 */
export async function processTogether(
  given: { scope: Scope; payloads: PendingPayload[] }[],
  limitMs: number,
): Promise<void> {
  const all = await Promise.all(
    given.map(({ scope, payloads }) => prepareRecording(scope, readAll(payloads), finishTogether)),
  )
  const scopes = given.map(({ scope }) => scope)
  const unknown: [Scope, UnknownBusinessAccounts][] = []
  const run = () =>
    workTogether(scopes, limitMs, async (tx, index) => {
      const { scope, payloads } = itemAt(given, index)
      const causes = payloads.map(({ cause }) => readCause(cause))
      try {
        await withCauses(causes, () => itemAt(all, index)(tx))
      } catch (err) {
        if (err instanceof UnknownBusinessAccounts) unknown.push([scope, err])
        throw err
      }
    })
  try {
    await run()
  } catch (err) {
    if (!(err instanceof UnknownBusinessAccounts)) throw err
    for (const [scope, each] of unknown) await learnBusinessAccounts(scope, each)
    await run()
  }
}

function readAll(payloads: PendingPayload[]): ReadPayload[] {
  return payloads.map((payload) => ({ payload, items: readTraced(payload) }))
}

async function processRead(scope: Scope, read: ReadPayload[]): Promise<void> {
  if (read.length === 0) return
  const result = await attempt(scope, () => processAlone(scope, read, finishTogether))
  if (result === 'done') return
  if (read.length === 1) return processItemByItem(scope, firstOf(read))
  const middle = Math.ceil(read.length / 2)
  await processRead(scope, read.slice(0, middle))
  await processRead(scope, read.slice(middle))
}

/** Runs in the transaction that recorded payloads; `whole` has also the items that were dropped from them. */
type Finish = (tx: Scope, processed: ProcessedPayload[], whole: ReadPayload[]) => Promise<void>

/** Records payloads of one workspace, as `prepareRecording` does, in one transaction. */
async function processAlone(scope: Scope, read: ReadPayload[], finish: Finish): Promise<void> {
  const run = await prepareRecording(scope, read, finish)
  await withBusinessAccounts(scope, () => transaction(scope, run))
}

/**
 * Returns a function that records all items of the payloads that are still pending, in its caller's transaction, and
 * finishes the payloads by `finish`.
 */
async function prepareRecording(
  scope: Scope,
  read: ReadPayload[],
  finish: Finish,
): Promise<(tx: Scope) => Promise<void>> {
  const items = read.flatMap(({ items }) => items)
  const audience = await readAudienceOf(scope, items)
  return async (tx) => {
    const ids = read.map(({ payload }) => payload.id)
    const pending = await lockPending(tx, ids)
    const whole = read.filter(({ payload }) => pending.has(payload.id))
    const ours = await dropErased(tx, whole)
    const { outcomes, events } = await recordInPieces(
      tx,
      ours.flatMap(({ items }) => items),
      audience,
    )
    const causes = new Map<string, Cause | undefined>()
    let place = 0
    const processed = ours.map(({ payload, items }) => {
      const own = outcomes.slice(place, (place += items.length))
      const cause = readCause(payload.cause)
      for (const { message_id: id } of own) if (id && !causes.has(id)) causes.set(id, cause)
      return { payload, items, outcomes: own, isRetried: false }
    })
    await finish(tx, processed, whole)
    await recordEvents(tx, attributeEvents(events, causes))
  }
}

async function finishTogether(
  tx: Scope,
  processed: ProcessedPayload[],
  whole: ReadPayload[],
): Promise<void> {
  await finishPayloads(tx, processed)
  await scrubErased(tx, whole, processed)
}

/** Returns who gets the notices of items, undefined if none is a report about an account. */
async function readAudienceOf(scope: Scope, items: Item[]): Promise<Audience | undefined> {
  const isNeeded = items.some((item) => item.kind === 'event' && item.event.account)
  return isNeeded ? readAudience(scope) : undefined
}

async function recordInPieces(
  tx: Scope,
  items: Item[],
  audience: Audience | undefined,
): Promise<{ outcomes: ItemOutcome[]; events: NewEvent[] }> {
  const outcomes: ItemOutcome[] = []
  const events: NewEvent[] = []
  for (const piece of splitItems(items)) {
    const recorded = await recordItems(tx, piece, audience)
    outcomes.push(...recorded.outcomes)
    events.push(...recorded.events)
  }
  return { outcomes, events }
}

/**
 * Splits items into those that are recorded by the same statements. A change of a contact's identities begins a piece:
 * it is recorded before the messages of its piece, so later messages use the new identity and earlier ones the old.
 */
function splitItems(items: Item[]): Item[][] {
  const pieces: Item[][] = []
  for (const item of items) {
    const last = pieces.at(-1)
    const isChange = item.kind === 'event' && item.event.person?.change === 'identity'
    if (!last || isChange || last.length === ITEMS_MAX) pieces.push([item])
    else last.push(item)
  }
  return pieces
}

/**
 * Processes every item in its own transaction. A crash in between leaves the payload pending, and one that failed for
 * a temporary reason is retried later: recording twice changes nothing.
 */
async function processItemByItem(scope: Scope, { payload, items }: ReadPayload): Promise<void> {
  const outcomes: ItemOutcome[] = []
  let mayPass = false
  for (const item of items) {
    let recorded: ItemOutcome[] = []
    const result = await attempt(scope, () =>
      processAlone(scope, [{ payload, items: [item] }], async (_tx, processed) => {
        recorded = processed.flatMap((each) => each.outcomes)
      }),
    )
    mayPass ||= result === 'may_pass'
    outcomes.push(...(result === 'done' ? recorded : [toFailed(item)]))
  }
  await transaction(scope, async (tx) => {
    const pending = await lockPending(tx, [payload.id])
    if (!pending.has(payload.id)) return
    await finishPayloads(tx, [{ payload, items, outcomes, isRetried: mayPass }])
    const whole = [{ payload, items }]
    await scrubErased(tx, whole, await dropErased(tx, whole))
  })
}

function toFailed(item: Item): ItemOutcome {
  return {
    kind: item.kind,
    result: 'failed',
    reason: 'could_not_be_recorded',
    platform_message_id: platformMessageIdOf(item),
  }
}

function platformMessageIdOf(item: Item): string | undefined {
  if (item.kind === 'message') return item.message.platformMessageId
  if (item.kind === 'status') return item.status.platformMessageId
  return item.kind === 'update' ? item.update.platformMessageId : undefined
}

/** Classes of errors in the data itself: a retry cannot succeed. */
const lastingErrors = /^(22|23|54)/

/**
 * Returns the result of `run`. Rethrows when the database is unavailable. A statement that times out is the batch's
 * own failure, and must not block its lane for ever.
 */
async function attempt(
  scope: Scope,
  run: () => Promise<void>,
): Promise<'done' | 'may_pass' | 'lasting'> {
  try {
    await run()
    return 'done'
  } catch (err) {
    const state = sqlState(err)
    if (isDatabaseUnavailable(err) && state !== '57014') throw err
    scope.log.error({ err, workspace_id: scope.workspaceId }, 'failed to record inbound items')
    return state !== undefined && !lastingErrors.test(state) ? 'may_pass' : 'lasting'
  }
}
