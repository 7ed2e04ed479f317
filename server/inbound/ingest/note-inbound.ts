import type { Scope } from '#context.ts'

/** A channel's row is written once in this time at most, however much comes in. */
const EVERY_MS = 10_000
const CHANNELS_MAX = 10_000

/** Notes when something last came in for the accounts that payloads name. */
export type InboundNoter = (
  scope: Scope,
  payloads: { labels: string[]; received_at: Date }[],
) => Promise<void>

/** A noter that remembers what it wrote. It works outside the transaction of the payloads: nobody waits for its locks. */
export function createInboundNoter(): InboundNoter {
  const noted = new Map<string, number>()
  return async (scope, payloads) => {
    const newest = new Map<string, Date>()
    for (const { labels, received_at: at } of payloads)
      for (const label of labels)
        if (label.startsWith('account:') && !(newest.get(label)! > at)) newest.set(label, at)
    for (const [label, at] of newest) {
      const key = `${scope.workspaceId} ${label}`
      if (at.getTime() < (noted.get(key) ?? 0) + EVERY_MS) continue
      const [, type, account = ''] = label.split(':')
      await scope.db
        .updateTable('channels')
        .set({ last_inbound_at: at })
        .where('workspace_id', '=', scope.workspaceId)
        .where('type', '=', type as 'whatsapp')
        .where('account', '=', account)
        .where((eb) => eb.or([eb('last_inbound_at', 'is', null), eb('last_inbound_at', '<', at)]))
        .execute()
      if (noted.size >= CHANNELS_MAX) noted.clear()
      noted.set(key, at.getTime())
    }
  }
}
