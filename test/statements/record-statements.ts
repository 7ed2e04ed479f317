import type { Pool } from 'pg'

/** The database that a connection was taken for; `both` where a test gives the pool no name. */
type Home = 'tenant' | 'directory' | 'both'

/** A statement that the code sent: its text, the database, and the file of the server that sent it first. */
type Recorded = { text: string; home: Home; file: string }

/** A transaction: its statements, and the file that began it. */
type RecordedTransaction = { file: string; home: Home; statements: Set<Recorded> }

/** The statements of a pool, by database and text, and its transactions, without repetitions. */
export type Recording = {
  statements: Map<string, Recorded>
  transactions: Map<string, RecordedTransaction>
}

const SENT_BY = /\/server\/((?!db\/|lib\/)[\w./-]+\.ts)/
const TESTS = /\.test\.ts|\/test\/(?!statements\/)/
const BEGINS = /^\s*(begin|start transaction)\b/i
const ENDS = /^\s*(commit|rollback)\s*;?\s*$/i

const homes = new WeakMap<object, Home>()

/** Returns `pool` under the name of a database, which is recorded with the statements of its connections. */
export function namePool(pool: Pool, home: Home): Pool {
  return {
    async connect() {
      const client = await pool.connect()
      homes.set(client, home)
      return client
    },
    end: async () => undefined,
  } as unknown as Pool
}

/** Records the statements that every connection of `pool` sends from now on. */
export function recordStatements(pool: Pool): Recording {
  const statements = new Map<string, Recorded>()
  const transactions: Recording['transactions'] = new Map()
  const toRecorded = (text: string, home: Home): Recorded => {
    const key = `${home} ${text}`
    const known = statements.get(key)
    if (known) return known
    const recorded = { text, home, file: findSender() }
    statements.set(key, recorded)
    return recorded
  }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    let open: RecordedTransaction | undefined
    client.query = ((...args: unknown[]) => {
      const [first] = args
      const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
      if (text === undefined) return query(...args)
      const home = homes.get(client) ?? 'both'
      if (BEGINS.test(text)) open = { file: findSender(), home, statements: new Set() }
      else if (!ENDS.test(text)) {
        const recorded = toRecorded(text, open?.home ?? home)
        open?.statements.add(recorded)
      } else if (open) {
        const texts = [...open.statements].map((each) => each.text).toSorted()
        const key = [open.file, ...texts].join('\n')
        transactions.set(key, open)
        open = undefined
      }
      return query(...args)
    }) as typeof client.query
  })
  return { statements, transactions }
}

/**
 * Returns the file of the server whose code runs, outside the folders that every query passes through; `test` where only
 * a test's code runs, `unknown` where the stack is lost.
 */
function findSender(): string {
  const stack = readStack()
  const file = SENT_BY.exec(stack)?.[1]
  return file ?? (TESTS.test(stack) ? 'test' : 'unknown')
}

function readStack(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack
}
