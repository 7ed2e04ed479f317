import type { Pool } from 'pg'

/** A statement that the code sent: its text, and the file of the server that sent it first. */
type Recorded = { text: string; file: string }

/** A transaction: its statements, and the file that began it. */
type RecordedTransaction = { file: string; statements: Set<Recorded> }

/** The statements of a pool, by their texts, and its transactions, without repetitions. */
export type Recording = {
  statements: Map<string, Recorded>
  transactions: Map<string, RecordedTransaction>
}

const SENT_BY = /\/server\/((?!db\/|lib\/)[\w./-]+\.ts)/
const TESTS = /\.test\.ts|\/test\/(?!statements\/)/
const BEGINS = /^\s*(begin|start transaction)\b/i
const ENDS = /^\s*(commit|rollback)\s*;?\s*$/i

/** Records the statements that every connection of `pool` sends from now on. */
export function recordStatements(pool: Pool): Recording {
  const statements = new Map<string, Recorded>()
  const transactions: Recording['transactions'] = new Map()
  const toRecorded = (text: string): Recorded => {
    const known = statements.get(text)
    if (known) return known
    const recorded = { text, file: findSender() }
    statements.set(text, recorded)
    return recorded
  }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    let open: RecordedTransaction | undefined
    client.query = ((...args: unknown[]) => {
      const [first] = args
      const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
      if (text === undefined) return query(...args)
      if (BEGINS.test(text)) open = { file: findSender(), statements: new Set() }
      else if (!ENDS.test(text)) {
        const recorded = toRecorded(text)
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
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  const file = SENT_BY.exec(stack)?.[1]
  return file ?? (TESTS.test(stack) ? 'test' : 'unknown')
}
