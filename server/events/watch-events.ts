import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Tells of new events of a workspace until the returned function is called. */
export type WatchEvents = (workspaceId: string, onNew: (head: number) => void) => () => void

/**
 * A watch over the event positions of all workspaces that somebody watches: one small query every `pollMs` for
 * all of them, none when nobody does. It goes on through an outage of the database.
 */
export function createEventWatch(context: Pick<Context, 'db' | 'log'>, pollMs = 250): WatchEvents {
  const watchers = new Map<string, Set<(head: number) => void>>()
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    try {
      const { rows } = await sql<{ workspace_id: string; event_position: number }>`
        select workspace_id, event_position from workspace_counters
        where workspace_id = any (${[...watchers.keys()]}::uuid[])`.execute(context.db)
      for (const row of rows)
        for (const onNew of watchers.get(row.workspace_id) ?? []) onNew(row.event_position)
    } catch (err) {
      context.log.debug({ err }, 'events could not be watched just now')
    }
    timer = watchers.size > 0 ? setTimeout(() => void poll(), pollMs) : undefined
  }

  return (workspaceId, onNew) => {
    const set = watchers.get(workspaceId) ?? new Set()
    set.add(onNew)
    watchers.set(workspaceId, set)
    timer ??= setTimeout(() => void poll(), 0)
    return () => {
      set.delete(onNew)
      if (set.size === 0) watchers.delete(workspaceId)
    }
  }
}
