import { isDeepStrictEqual } from 'node:util'
import type { Context } from '#db/context.ts'
import { openMoveClient } from './move-client.ts'
import type { MoveClient } from './move-client.ts'
import type { Move, Moving } from './end-move.ts'
import { readTables } from './read-tables.ts'

/** The lock of the process that moves, on each server. */
const LOCK = `hashtextextended('moving workspaces', 0)`

/**
 * Opens connections to both servers of a move. Closes the connections of a process that had it before, so that it can do nothing any
 * more, even if it was only frozen. @throws {Error} the servers have different tables
 */
export async function openMoving(context: Context, move: Move): Promise<Moving> {
  const urlOf = (name: string) => {
    const server = context.shards?.all.find(({ shard }) => shard === name)
    if (!server) throw new Error(`DATABASE_SHARD_URLS does not name the shard "${name}".`)
    return server.url
  }
  if (!(await isHolder(context, move)))
    throw new Error('Another process has taken the move over, or ended it.')
  const clients: MoveClient[] = []
  const close = async () => void (await Promise.all(clients.map((client) => client.close())))
  try {
    for (const name of [move.source, move.target]) {
      const client = await openMoveClient(urlOf(name))
      clients.push(client)
      await client.rows(`
        select pg_terminate_backend(pid, 5000) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32) + objid::bigint = ${LOCK} and pid <> pg_backend_pid()`)
      await client.rows(`select pg_advisory_lock(${LOCK})`)
    }
    const [source, target] = clients as [MoveClient, MoveClient]
    const [tables, others] = await Promise.all([readTables(source), readTables(target)])
    if (!isDeepStrictEqual(tables, others))
      throw new Error('The two servers have different tables. Run `parley migrate` first.')
    return { source, target, tables, close, [Symbol.asyncDispose]: close }
  } catch (err) {
    await close()
    throw err
  }
}

/** Returns whether a move is running, and in the hands of this process. */
export async function isHolder(context: Context, { id, holder }: Move): Promise<boolean> {
  const row = await context.directory
    .selectFrom('workspace_moves')
    .select('id')
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
