import type { Context, Scope } from '#db/context.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { present } from '#lib/present.ts'
import { createEventTails } from './create-event-tails.ts'
import type { EventTails } from './create-event-tails.ts'
import { RIGHTS_CHANNEL } from './announce-rights.ts'
import { createSignalWatch } from './create-signal-watch.ts'
import { createEventWatch } from './watch-events.ts'

/**
 * The new events of all workspaces that the streams of a process follow. `tailsOf` returns the tails of a scope's server;
 * `watchRights` calls `onChange` when rights of callers in a workspace may have changed, until the returned function is called.
 */
export type EventSources = {
  tailsOf: (scope: Scope) => EventTails
  watchRights: (workspaceId: string, onChange: () => void) => () => void
  stop: () => Promise<void>
}

/**
 * Creates the sources of events of a process. All its streams share them, so that each server is asked once for new events,
 * however many kinds of streams follow them. They neither query nor listen while no stream is open.
 */
export function createEventSources(context: Context): EventSources {
  const servers = contextsOf(context).map(({ context: there, url }) => {
    const { watch, stop } = createEventWatch(there, { url })
    return { shard: shardOf(there), tails: createEventTails(watch), stop }
  })
  const rights = createSignalWatch({
    urls: contextsOf(context).flatMap(({ url }) => url ?? []),
    channel: RIGHTS_CHANNEL,
    name: 'parley rights',
  })
  return {
    watchRights: rights.watch,
    tailsOf: (scope) => present(servers.find(({ shard }) => shard === shardOf(scope))).tails,
    stop: async () => void (await Promise.all([rights, ...servers].map(({ stop }) => stop()))),
  }
}
