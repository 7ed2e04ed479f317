import type { Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { workTogether } from '#db/work-together.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { recordAttempts } from './record-attempts.ts'
import type { SendAttempt } from './send-attempt.ts'

/** An attempt on a channel, to record. */
export type RecordedAttempt = {
  scope: Scope
  channel: { id: string; type: ChannelType }
  attempt: SendAttempt
}

/**
 * Creates a function that records an attempt to send a message, in one transaction with others that end meanwhile, on any channels of
 * a server.
 */
export function createAttemptRecorder(): (attempt: RecordedAttempt) => Promise<void> {
  return gatherOnServer<RecordedAttempt, void>({
    name: 'record_sends',
    maxBatch: 100,
    concurrency: 1,
    async together(calls, limitMs) {
      const workspaces = [...Map.groupBy(calls, ({ scope }) => scope.workspaceId).values()]
      const scopes = workspaces.map((own) => firstOf(own).scope)
      await workTogether(scopes, limitMs, async (tx, index) => {
        const channels = Map.groupBy(itemAt(workspaces, index), ({ channel }) => channel.id)
        for (const own of channels.values()) await recordOwn(tx, own)
      })
      return done(calls)
    },
    async apart(calls) {
      await recordOwn(firstOf(calls).scope, calls)
      return done(calls)
    },
    apartKeyOf: ({ channel }) => channel.id,
    // The admins, whom a refused account is reported to, are read before the transaction.
    isLarge: ({ attempt }) => attempt.outcome.kind === 'stop',
  })
}

/** Records attempts on one channel. */
function recordOwn(scope: Scope, own: RecordedAttempt[]): Promise<void> {
  const attempts = own.map(({ attempt }) => attempt)
  return recordAttempts(scope, firstOf(own).channel, attempts)
}

function done(calls: RecordedAttempt[]) {
  return calls.map(() => ({ status: 'fulfilled' as const, value: undefined }))
}
