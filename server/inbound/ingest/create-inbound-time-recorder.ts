import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { readAccountLabel } from '#platforms/account-label.ts'

/** Minimum time between two updates of a channel's row, however much arrives. */
const EVERY_MS = 10_000
const CHANNELS_MAX = 10_000

/** Records when the last payload arrived for each account that `payloads` name. */
type InboundTimeRecorder = (
  scope: Scope,
  payloads: { labels: string[]; received_at: Date }[],
) => Promise<void>

/**
 * Creates a recorder that remembers what it wrote. Call it outside the transaction of the payloads, so that nothing
 * waits for its locks.
 */
export function createInboundTimeRecorder(): InboundTimeRecorder {
  const recorded = new Map<string, number>()
  return async (scope, payloads) => {
    const newest = new Map<string, Date>()
    for (const { labels, received_at: at } of payloads) {
      for (const label of labels) {
        const known = newest.get(label)
        if (known === undefined || known <= at) newest.set(label, at)
      }
    }
    for (const [label, at] of newest) {
      const named = readAccountLabel(label)
      if (!named || named.isBusiness) continue
      const key = `${scope.workspaceId} ${label}`
      if (at.getTime() < (recorded.get(key) ?? 0) + EVERY_MS) continue
      // A channel that is being changed is left out: the payloads behind these must not wait for it.
      await sql`
        update channels set last_inbound_at = ${at}::timestamptz
        where workspace_id = ${scope.workspaceId} and id = (
          select id from channels as channel
          where channel.workspace_id = ${scope.workspaceId} and channel.type = ${named.type}
            and channel.account = ${named.account}
            and (last_inbound_at is null or last_inbound_at < ${at}::timestamptz)
          for no key update skip locked
        )`.execute(scope.db)
      if (recorded.size >= CHANNELS_MAX) recorded.clear()
      recorded.set(key, at.getTime())
    }
  }
}
