import { setTimeout as delay } from 'node:timers/promises'
import { findFormerTable } from '#db/partitions.ts'
import type { MoveClient } from './move-client.ts'

/** A drop takes moments; one that a killed process left behind is continued by the next run of the housekeeping, within minutes. */
const DROPPED_MS = 10 * 60_000
const PAUSE_MS = 200

/**
 * Waits until a server has no partition that is detached, but not dropped yet: rows in it that are still needed would be left behind.
 * None is detached any more while the move is recorded and its changes are tracked.
 *
 * @throws {Error} there is one for ten minutes
 */
export async function waitForDrops(source: MoveClient): Promise<void> {
  for (const endsAt = performance.now() + DROPPED_MS; ;) {
    const tables = await source.rows(`select relname::text from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition`)
    const detached = tables.map(([name]) => name as string).find(findFormerTable)
    if (detached === undefined) return
    if (performance.now() > endsAt)
      throw new Error(`The partition ${detached} has been detached for long and is not dropped.`)
    await delay(PAUSE_MS)
  }
}
