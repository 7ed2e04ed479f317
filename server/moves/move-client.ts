import { setTimeout as delay } from 'node:timers/promises'
import { openClient, sqlState } from '#db/pool.ts'
import { limitWait } from '#lib/time-budget.ts'

/** A connection of a move to a server. Every statement has a deadline, after which the connection is closed. */
export type MoveClient = {
  /** Runs a statement and returns its rows as arrays of text, `bigint` as number. */
  rows: (text: string, values?: unknown[]) => Promise<unknown[][]>
  close: () => Promise<void>
}

/** The longest time of a statement: the sum over a whole table. */
const STATEMENT_MS = 10 * 60_000

/** A table is locked for at most this long, so that nobody waits for a move behind somebody's long transaction. */
const LOCK_MS = 200
const LOCK_ATTEMPTS = 300
const LOCK_PAUSE_MS = 100

/** The same text of a value on every server, and constraints that wait for the end of a transaction. */
const SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set statement_timeout = ${STATEMENT_MS}; set lock_timeout = '30s';
  set idle_in_transaction_session_timeout = 0`

/** Opens a connection to the server at `url`, past any pooler. @throws an error of the database */
export async function openMoveClient(url: string): Promise<MoveClient> {
  const client = await openClient(url, 'parley move')
  const close = () => client.end().catch(() => undefined)
  const rows: MoveClient['rows'] = async (text, values = []) => {
    const running = client.query({ text, values, rowMode: 'array' })
    const result = await limitWait(running, STATEMENT_MS + 10_000, () => void close())
    return result.rows
  }
  await client.query(SETTINGS)
  return { rows, close }
}

/** Runs `run` in a transaction: with `snapshot`, all its statements see the rows of its beginning. */
export async function inTransaction<T>(
  client: MoveClient,
  run: () => Promise<T>,
  { snapshot = false } = {},
): Promise<T> {
  await client.rows(snapshot ? 'begin isolation level repeatable read' : 'begin')
  try {
    const result = await run()
    await client.rows('commit')
    return result
  } catch (err) {
    await client.rows('rollback').catch(() => undefined)
    throw err
  }
}

/**
 * Runs `run`, which locks tables, in a transaction. Tries again for a minute while others hold the locks.
 *
 * @throws an error of the database
 */
export async function withLock(client: MoveClient, run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(client, async () => {
        await client.rows(`set local lock_timeout = ${LOCK_MS}`)
        await run()
      })
      return
    } catch (err) {
      const isLocked = ['55P03', '40P01'].includes(sqlState(err) ?? '')
      if (!isLocked || attempt === LOCK_ATTEMPTS) throw err
      await delay(LOCK_PAUSE_MS)
    }
  }
}
