import type { Scope } from '#context.ts'
import { readAccountLabel } from '#platforms/account-labels.ts'

/** Minimum time between two updates of a channel's row, however much arrives. */
const EVERY_MS = 10_000
const CHANNELS_MAX = 10_000

/** Records when the last payload arrived for each account that `payloads` name. */
export type InboundTimeRecorder = (
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
      for (const label of labels) if (!(newest.get(label)! > at)) newest.set(label, at)
    }
    for (const [label, at] of newest) {
      const named = readAccountLabel(label)
      if (!named || named.isBusiness) continue
      const key = `${scope.workspaceId} ${label}`
      if (at.getTime() < (recorded.get(key) ?? 0) + EVERY_MS) continue
      await scope.db
        .updateTable('channels')
        .set({ last_inbound_at: at })
        .where('workspace_id', '=', scope.workspaceId)
        .where('type', '=', named.type)
        .where('account', '=', named.account)
        .where((eb) => eb.or([eb('last_inbound_at', 'is', null), eb('last_inbound_at', '<', at)]))
        .execute()
      if (recorded.size >= CHANNELS_MAX) recorded.clear()
      recorded.set(key, at.getTime())
    }
  }
}
