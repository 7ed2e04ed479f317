import type { BenchDatabase } from './database.ts'
import { WORKER_ROLE } from './product.ts'

/** Database settings that are needed to count statements. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'top',
  'pg_stat_statements.track_planning': 'on',
}

/** One statement of the worker over some time: number of executions, and total time in ms. */
export type StatementUse = { text: string; calls: number; totalMs: number }

/** The database's work over some time: `statements` are the worker's, including begin and commit. */
export type DatabaseUse = {
  statements: StatementUse[]
  calls: number
  /** Upper bound of the worker's transactions: every statement outside an explicit one counts. */
  workerTransactions: number
  /** Transactions of all clients, including the API and the benchmark. */
  allTransactions: number
}

type Snapshot = { statements: Map<string, StatementUse>; transactions: number }

/** Starts counting; the returned function returns the counts since then. */
export async function countStatements(
  database: BenchDatabase,
): Promise<() => Promise<DatabaseUse>> {
  await database.query('create extension if not exists pg_stat_statements')
  const before = await take(database)
  return async () => {
    const after = await take(database)
    const statements = [...after.statements].flatMap(([id, { text, calls, totalMs }]) => {
      const known = before.statements.get(id) ?? { calls: 0, totalMs: 0 }
      const since = { text, calls: calls - known.calls, totalMs: totalMs - known.totalMs }
      return since.calls > 0 ? [since] : []
    })
    const sum = (of: StatementUse[]) => of.reduce((total, each) => total + each.calls, 0)
    const calls = sum(statements)
    const borders = sum(statements.filter(({ text }) => /^(begin|commit|rollback)\b/i.test(text)))
    return {
      statements: statements.toSorted((a, b) => b.totalMs - a.totalMs),
      calls,
      workerTransactions: calls - borders,
      allTransactions: after.transactions - before.transactions,
    }
  }
}

async function take({ rows }: BenchDatabase): Promise<Snapshot> {
  const statements = await rows<{ id: string; text: string; calls: number; total_ms: number }>(
    `select queryid::text as id, query as text, sum(calls)::float8 as calls, sum(total_exec_time) as total_ms
     from pg_stat_statements
     where userid = (select oid from pg_roles where rolname = $1)
     group by 1, 2`,
    [WORKER_ROLE],
  )
  const [row] = await rows<{ transactions: number }>(
    `select (xact_commit + xact_rollback)::float8 as transactions
     from pg_stat_database where datname = current_database()`,
  )
  return {
    statements: new Map(
      statements.map(({ id, text, calls, total_ms: totalMs }) => [id, { text, calls, totalMs }]),
    ),
    transactions: row!.transactions,
  }
}

/** Returns what a statement that writes only `lanes` does. */
function nameLaneStatement(plain: string): string {
  if (/skip locked/.test(plain)) return 'claim'
  if (/asleep/.test(plain)) return 'sweep'
  if (/insert into lanes/.test(plain)) return 'wake'
  return /set due_at/.test(plain) ? 'release' : 'renew'
}

/** Describes a statement in a few words: the table that it writes, or else reads first. */
export function nameStatement(text: string): string {
  const plain = text
    .replaceAll(/\/\*.*?\*\//g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
  const written = [...plain.matchAll(/(?:insert into|update(?! of)|delete from) (?!set\b)(\w+)/g)]
  const tables = [...new Set(written.map(([, table]) => table!))].filter(isTable)
  if (tables.length > 0) {
    const isLanes = tables[0] === 'lanes' && tables.length === 1
    const verb = isLanes ? nameLaneStatement(plain) : 'write'
    return `${verb} ${tables.join(', ')}`
  }
  const read = [...plain.matchAll(/(?:from|join) (\w+)/g)]
    .map(([, table]) => table!)
    .filter(isTable)
  if (read.length > 0) return `read ${[...new Set(read)].join(', ')}`
  return plain.slice(0, 50)
}

function isTable(word: string): boolean {
  return /^(lanes|workspaces|workspace_counters|events|messages|chats|mails|notices|inbound_payloads|idempotency_keys|sessions|verifications|channels|webhook_\w+)$/.test(
    word,
  )
}

/** How often a statement was executed, and for how many ms in all, with planning. */
export type Calls = { calls: number; ms: number }

/** Reads what all clients have executed so far, by text. Begins and commits count as statements. */
export async function readCalls({ rows }: BenchDatabase): Promise<Map<string, Calls>> {
  await rows('create extension if not exists pg_stat_statements')
  const all = await rows<Calls & { text: string }>(
    `select query as text, sum(calls)::float8 as calls, sum(total_exec_time + total_plan_time) as ms
     from pg_stat_statements group by 1`,
  )
  return new Map(all.map(({ text, calls, ms }) => [text, { calls, ms }]))
}
