import { createHash } from 'node:crypto'
import pg from 'pg'
import { firstOf } from '#lib/first-of.ts'
import { lastOf } from '#lib/last-of.ts'
import { limitWait, OutOfTimeError } from '#lib/time-budget.ts'
import { errorFields, toError } from '#lib/errors.ts'
import { isPrepared, isSentLater } from '../prepared.ts'
import { StatementGroup } from './statement-group.ts'
import type { GroupedStatement } from './statement-group.ts'
import type { DatabaseServers } from '#lib/settings/database-servers.ts'

/** Time limits that the server enforces, in milliseconds. */
export const SERVER_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** The time after which a statement without a response is given up together with its connection. */
const STATEMENT_MS = 11_000
/** The timeout of a new connection; with several servers it is shorter, so that the next one gets a chance. */
const CONNECT_MS = 5_000
const CONNECT_MS_OF_SEVERAL = 2_500
/** The time limit of the question whether a server accepts writes. */
const CHECK_MS = 2_500
/** The time in which a connection must close in order. */
const END_MS = 1_000

/** The state that the connections of a pool share. */
export type PoolState = {
  servers: DatabaseServers
  /** Whether statements may have names. */
  prepared: boolean
  /** Whether statements may be sent together: not through a pooler, which reads them to know where a transaction ends. */
  joins: boolean
  /** Whether a refused write says nothing about the server: it is a replica. */
  isReadOnly: boolean
  /** Index of the server that new connections go to. */
  current: number
  /** A statement sent at this time got no response: connections that were silent since may be lost too. */
  suspectAt: number
  /** A server refused writes at this time: older connections may lead to a former primary. */
  retiredAt: number
  /** Gets the error of every statement that PostgreSQL refused. */
  onRefusal?: ((err: unknown) => void) | undefined
}

/** A statement that waits for the next one. `rows` gets its result. */
type HeldStatement = GroupedStatement & { rows: unknown[] }

/** A connection that is closed within a bounded time, also when the server no longer responds. */
export class ClosingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads of end
  override end(...args: any[]): any {
    const timer = setTimeout(() => this.connection.stream.destroy(), END_MS)
    timer.unref()
    this.once('end', () => clearTimeout(timer))
    return super.end(...(args as []))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end()
  }
}

/**
 * A connection of a pool. Every statement has a deadline on this side: without a response until then, the connection
 * is destroyed. A connection that turned out to be lost or read-only is not used again.
 *
 * Statements built by `prepared` are sent under a name, so that each is planned once. `begin` and statements sent by `later`
 * wait for the next statement and are sent together with it, in order: a round trip costs more than most statements.
 */
export class PooledClient extends ClosingClient {
  readonly #state: PoolState
  readonly #server: number
  #openedAt = 0
  #heardAt = 0
  #isLost = false
  /** Statements of the open transaction that are not sent yet. */
  #held: HeldStatement[] = []
  /** The error of a group of the open transaction of which PostgreSQL has not heard: nothing more may run until its rollback. */
  #failed: unknown

  constructor(config: pg.ClientConfig & { state: PoolState }) {
    const { state } = config
    const { urls } = state.servers
    super({
      ...config,
      connectionString: urls[state.current],
      connectionTimeoutMillis: urls.length > 1 ? CONNECT_MS_OF_SEVERAL : CONNECT_MS,
    })
    this.#state = state
    this.#server = state.current
  }

  /** The connection must not be used again. */
  get isStale(): boolean {
    const { suspectAt, retiredAt } = this.#state
    return this.#isLost || this.#heardAt < suspectAt || this.#openedAt < retiredAt
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads of connect
  override connect(...args: any[]): any {
    const [callback] = args as [((err: Error | null, client?: pg.Client) => void)?]
    if (!callback) throw new Error('A pool connects with a callback.')
    super.connect((err: Error | null) => {
      this.#openedAt = this.#heardAt = performance.now()
      if (err) this.leaveServer()
      callback(err, this)
    })
  }

  /** Lets new connections go to the next server, if there are several. */
  leaveServer(): void {
    const { servers, current } = this.#state
    if (current === this.#server) this.#state.current = (current + 1) % servers.urls.length
  }

  /** Fails if only a server that accepts writes may be used and this one does not. */
  async verify(): Promise<void> {
    if (!this.#state.servers.readWrite) return
    try {
      await checkReadWrite(this)
    } catch (err) {
      this.leaveServer()
      throw err
    }
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's own overloads of query end in any
  override query(...args: any[]): any {
    const [text, values] = args as [unknown, unknown[] | undefined]
    if (this.#state.joins) {
      const joined = this.#join(text, values ?? [])
      if (joined) return joined
    }
    if (this.#state.prepared && typeof text === 'string' && isPrepared(text)) {
      const send = (name: string): Promise<Partial<pg.QueryResult>> => {
        const statement = { name, text, values: values ?? [] }
        return this.#state.joins
          ? this.#submit([statement]).results.then(firstOf)
          : super.query(statement)
      }
      const name = nameOf(text)
      return this.#limit(send(name), () => send(`${name}_again`))
    }
    const sent: unknown = super.query(...(args as unknown as Parameters<pg.Client['query']>))
    return sent instanceof Promise ? this.#limit(sent) : sent
  }

  /**
   * Holds a statement until the next one, or sends those that are held together with it. Returns undefined if it must be
   * sent alone.
   */
  #join(text: unknown, values: unknown[]): Promise<Partial<pg.QueryResult>> | undefined {
    if (typeof text !== 'string') {
      if (this.#held.length > 0) throw new Error('The first statement of a transaction is a text.')
      return undefined
    }
    if (text === 'begin' || text === 'rollback') this.#failed = undefined
    if (this.#failed !== undefined) return Promise.reject(this.#failed as Error)
    if (text === 'begin') {
      this.#held = [{ name: 'parley_begin', text, values: [], rows: [] }]
      return Promise.resolve({ rows: [] })
    }
    if (isSentLater(text)) {
      const rows: unknown[] = []
      this.#held.push({ name: nameOf(text), text, values, rows })
      return Promise.resolve({ rows })
    }
    if (this.#held.length === 0) return undefined
    const held = this.#held
    this.#held = []
    const isBegun = firstOf(held).text !== 'begin'
    if (text === 'rollback') return isBegun ? undefined : Promise.resolve({ rows: [] })
    if (text === 'commit' && !isBegun && held.length === 1) return Promise.resolve({ rows: [] })
    // Several statements in one text cannot be prepared, so they follow the others.
    if (values.length === 0 && text.includes(';'))
      return this.#sendTogether(held).then(() => this.query(text) as Promise<pg.QueryResult>)
    const name = text === 'commit' ? 'parley_commit' : isPrepared(text) ? nameOf(text) : undefined
    return this.#sendTogether([...held, { name, text, values, rows: [] }])
  }

  /** Sends statements in one packet, and returns the result of the last one. */
  async #sendTogether(statements: HeldStatement[]): Promise<pg.QueryResult> {
    const { group, results: received } = this.#submit(statements)
    try {
      const results = await this.#limit(received)
      for (const [index, { rows }] of statements.slice(0, -1).entries())
        for (const row of results[index]!.rows) rows.push(row)
      return lastOf(results)
    } catch (err) {
      if (!group.isBegun) this.#failed = err
      throw err
    }
  }

  /** Sends statements in one packet; `results` are those of all of them, in their order. */
  #submit(statements: GroupedStatement[]): {
    group: StatementGroup
    results: Promise<pg.QueryResult[]>
  } {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult[]>()
    const { _types: types } = this as unknown as { _types: unknown }
    const group = new StatementGroup(statements, types, (err, results) =>
      err ? reject(toError(err)) : resolve(results!),
    )
    super.query(group as unknown as pg.Submittable)
    return { group, results: promise }
  }

  /** Limits the time of a statement. `prepareAgain` sends it under another name. */
  async #limit<T>(sent: Promise<T>, prepareAgain?: () => Promise<T>): Promise<T> {
    const sentAt = performance.now()
    let isLate = false
    try {
      const result = await limitWait(sent, STATEMENT_MS, () => {
        isLate = this.#isLost = true
        this.#state.suspectAt = Math.max(this.#state.suspectAt, sentAt)
        // It waits for a response, so this destroys the connection, and the statement fails.
        void this.end()
      })
      this.#heardAt = performance.now()
      return result
    } catch (err) {
      if (isLate) throw new OutOfTimeError({ cause: err })
      const { code = '' } = errorFields(err)
      this.#heardAt = performance.now()
      this.#state.onRefusal?.(err)
      const isFormerPrimary = code === '25006' && !this.#state.isReadOnly
      if (isFormerPrimary || /^(08...|57P0.|25P03)$/.test(code)) this.#isLost = true
      if (isFormerPrimary) this.#retireAll()
      if (!isStalePlan(err)) throw err
      // A migration changed a table whose columns the statement returns, so all older connections have such plans.
      this.#state.retiredAt = performance.now()
      if (!prepareAgain) throw err
      // A transaction has failed already, and is repeated as a whole.
      return this.#limit(prepareAgain()).catch(() => {
        throw err
      })
    }
  }

  /** Replaces the connections that are open now, at most once per second. */
  #retireAll(): void {
    const now = performance.now()
    this.leaveServer()
    if (now - this.#state.retiredAt > 1_000) this.#state.retiredAt = now
  }
}

/**
 * Returns whether a statement failed because its result has other columns than when it was prepared. PostgreSQL has no code for it;
 * the routine is the same in every language.
 */
export function isStalePlan(err: unknown): boolean {
  const { code, routine } = errorFields(err)
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

const statementNames = new Map<string, string>()

/** Returns the name of a statement. The same text has the same name in every process. */
function nameOf(text: string): string {
  return statementNames.getOrInsertComputed(
    text,
    () => `parley_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`,
  )
}

/**
 * Fails like a refused write if the server of `client` is a replica or accepts only reads. Closes the connection if it
 * does not respond.
 */
export async function checkReadWrite(client: pg.Client): Promise<void> {
  const asking = client.query<{ transaction_read_only: string }>('show transaction_read_only')
  const { rows } = await limitWait(asking, CHECK_MS, () => void client.end())
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error('The server is a replica or accepts only reads.'), {
      code: '25006',
    })
}
