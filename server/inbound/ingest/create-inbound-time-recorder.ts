import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { prepared } from '#db/prepared.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import { readAccountLabel } from '#platforms/account-label.ts'

/** Minimum time between two updates of a channel's row, however much arrives. */
const EVERY_MS = 10_000
const CHANNELS_MAX = 10_000

/** Records when the last payload arrived for each account that `payloads` name. */
type InboundTimeRecorder = (
  scope: Scope,
  payloads: { labels: string[]; received_at: Date }[],
) => Promise<void>

/** The account of a channel, and when its last payload arrived. */
type Arrival = { type: string; account: string; at: Date }

/**
 * Creates a recorder that remembers what it wrote. Call it outside the transaction of the payloads, so that nothing
 * waits for its locks. Calls of several workspaces share a statement.
 */
export function createInboundTimeRecorder(): InboundTimeRecorder {
  const recorded = new Map<string, number>()
  const write = gatherOnServer<{ scope: Scope; arrivals: Arrival[] }, void>({
    name: 'record_inbound_times',
    maxBatch: 64,
    besideMin: 1,
    together: writeArrivals,
    apart: writeArrivals,
  })
  return async (scope, payloads) => {
    const newest = new Map<string, Date>()
    for (const { labels, received_at: at } of payloads) {
      for (const label of labels) {
        const known = newest.get(label)
        if (known === undefined || known <= at) newest.set(label, at)
      }
    }
    const due = new Map<string, Arrival>()
    for (const [label, at] of newest) {
      const named = readAccountLabel(label)
      if (!named || named.isBusiness) continue
      const key = `${scope.workspaceId} ${label}`
      if (at.getTime() < (recorded.get(key) ?? 0) + EVERY_MS) continue
      due.set(key, { type: named.type, account: named.account, at })
    }
    if (due.size === 0) return
    await write({ scope, arrivals: [...due.values()] })
    if (recorded.size >= CHANNELS_MAX) recorded.clear()
    for (const [key, { at }] of due) recorded.set(key, at.getTime())
  }
}

/** Writes arrivals. A channel that is being changed is left out: the payloads behind these must not wait for it. */
async function writeArrivals(
  calls: { scope: Scope; arrivals: Arrival[] }[],
): Promise<Outcome<void>[]> {
  const arrivals = calls.flatMap(({ scope: { workspaceId }, arrivals: own }) =>
    own.map((each) => ({ ...each, workspaceId })),
  )
  const given = bulkRows('given', arrivals, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    type: ['text', (each) => each.type],
    account: ['text', (each) => each.account],
    at: ['timestamptz', (each) => each.at],
  })
  await prepared`
    update channels set last_inbound_at = free.at
    from (
      select channel.workspace_id, channel.id, given.at from ${given}
      join channels as channel on channel.workspace_id = given.workspace_id and channel.type = given.type
        and channel.account = given.account
        and (channel.last_inbound_at is null or channel.last_inbound_at < given.at)
      for no key update of channel skip locked
    ) as free
    where channels.workspace_id = free.workspace_id and channels.id = free.id`.execute(
    firstOf(calls).scope.db,
  )
  return calls.map(() => ({ status: 'fulfilled', value: undefined }))
}
