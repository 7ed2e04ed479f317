import type { Context, Scope } from '#db/context.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { present } from '#lib/present.ts'
import { createEventTails } from './create-event-tails.ts'
import type { EventTails } from './create-event-tails.ts'
import { createEventWatch } from './watch-events.ts'

/** The new events of all workspaces that the streams of a process follow. `tailsOf` returns the tails of a scope's server. */
export type EventSources = { tailsOf: (scope: Scope) => EventTails; stop: () => Promise<void> }

/**
 * Creates the sources of events of a process. All its streams share them, so that each server is asked once for new events,
 * however many kinds of streams follow them. They neither query nor listen while no stream is open.
 */
export function createEventSources(context: Context): EventSources {
  const servers = contextsOf(context).map(({ context: there, url }) => {
    const { watch, stop } = createEventWatch(there, { url })
    return { shard: shardOf(there), tails: createEventTails(watch), stop }
  })
  return {
    tailsOf: (scope) => present(servers.find(({ shard }) => shard === shardOf(scope))).tails,
    stop: async () => void (await Promise.all(servers.map(({ stop }) => stop()))),
  }
}
