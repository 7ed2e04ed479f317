import type { Pool } from 'pg'
import { createClient } from '#db/pool.ts'
import { isPrepared } from '#db/prepared.ts'

/** A node of a plan, as PostgreSQL writes it in JSON. */
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  /** The number of searches of the index, in all loops. PostgreSQL 18 and later report it. */
  'Index Searches'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** A statement that was executed, also one that PostgreSQL runs itself for a foreign key, and its plan. */
export type Executed = { text: string; plan: PlanNode }

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_parameter_max_length': '0',
}

/**
 * Collects the plans of all statements that the connections of `pool` execute, which must have none yet, in the order of their
 * ends: those of sweepers about all workspaces if `ofSweepers`, otherwise all others. The numbers of a plan are those of
 * `explain (analyze, buffers)`.
 */
export async function explainStatements(
  url: string,
  pool: Pool,
  { ofSweepers = false } = {},
): Promise<Executed[]> {
  const client = createClient(url, 'parley test')
  await client.connect()
  try {
    const database = client.escapeIdentifier(new URL(url).pathname.slice(1))
    for (const [name, value] of Object.entries(SETTINGS))
      await client.query(`alter database ${database} set ${name} = '${value}'`)
  } finally {
    await client.end()
  }
  const executed: Executed[] = []
  pool.on('connect', (connection) =>
    connection.on('notice', ({ message = '' }) => {
      const at = message.indexOf('plan:\n')
      if (!message.startsWith('duration:') || at < 0) return
      const explained = JSON.parse(message.slice(at + 'plan:\n'.length)) as Explained
      const { 'Query Text': text, Plan: plan } = explained
      if (text.includes(SWEEPER) === ofSweepers) executed.push({ text, plan })
    }),
  )
  return executed
}

const SWEEPER = '/* across workspaces: the sweeper serves all of them */'

type Explained = { 'Query Text': string; Plan: PlanNode }

/** Returns the number of blocks that a statement read, from the cache or from files. */
export function countBlocks({ plan }: Executed): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/** Returns whether a statement writes rows. */
export function isWrite({ plan }: Executed): boolean {
  return nodesOf(plan).some((node) => node['Node Type'] === 'ModifyTable')
}

/**
 * Returns each statement with a look-up in a table or an index that reads more than `blocks` blocks and one for each row, each time
 * that it was executed: some executions also read versions of rows that were updated since.
 */
export function findLargeLookUps(executed: Executed[], blocks: number): string[] {
  const least = new Map<string, number>()
  for (const { text, plan } of executed) {
    const most = new Map<string, number>()
    for (const node of nodesOf(plan)) {
      const name = node['Relation Name'] ?? node['Index Name']
      if (name === undefined || node.Plans) continue
      const read = node['Shared Hit Blocks'] + node['Shared Read Blocks'] - readBy(node)
      const key = `${node['Node Type']} of ${name}\n${text}`
      most.set(key, Math.max(read / Math.max(1, lookUpsOf(node)), most.get(key) ?? 0))
    }
    for (const [key, read] of most) least.set(key, Math.min(read, least.get(key) ?? Infinity))
  }
  return [...least].flatMap(([key, read]) => (read > blocks ? [`${read} blocks: ${key}`] : []))
}

/** Returns the number of rows that a statement returned or wrote. */
export function countRows({ plan }: Executed): number {
  const [source] = plan['Node Type'] === 'ModifyTable' ? (plan.Plans ?? []) : []
  return (source ?? plan)['Actual Rows']
}

/** Returns each statement that read at least `rows` rows of a table or of an index at once, with the table and the number. */
export function findLargeReads(executed: Executed[], rows: number): string[] {
  const found = new Map<string, string>()
  for (const { text, plan } of executed)
    for (const node of nodesOf(plan)) {
      const name = node['Relation Name'] ?? node['Index Name']
      if (name !== undefined && readBy(node) >= rows)
        found.set(
          `${name} ${text}`,
          `${node['Node Type']} of ${name} reads ${readBy(node)} rows\n${text}`,
        )
    }
  return [...found.values()]
}

/**
 * Returns each prepared statement, and each of a foreign key, whose plan for all values reads a whole table with at least `rows`
 * rows. PostgreSQL uses that plan from the sixth call on, unless one for the values of a call looks cheaper.
 */
export async function findGenericScans(
  url: string,
  executed: Executed[],
  rows: number,
): Promise<string[]> {
  const texts = new Set(
    executed.map(({ text }) => text).filter((text) => isPrepared(text) || isOfForeignKey(text)),
  )
  const client = createClient(url, 'parley test')
  await client.connect()
  const found: string[] = []
  try {
    const { rows: large } = await client.query<{ name: string }>(
      'select relname as name from pg_class where reltuples >= $1',
      [rows],
    )
    const names = new Set(large.map(({ name }) => name))
    for (const text of texts) {
      const { rows: plans } = await client.query(`explain (generic_plan, format json) ${text}`)
      for (const { 'Node Type': type, 'Relation Name': name = '' } of nodesOf(
        plans[0]['QUERY PLAN'][0].Plan,
      ))
        if (type === 'Seq Scan' && names.has(name)) found.push(`${type} of ${name}\n${text}`)
    }
  } finally {
    await client.end()
  }
  return found
}

function isOfForeignKey(text: string): boolean {
  return text.includes(' OPERATOR(pg_catalog.=) ')
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

function lookUpsOf(node: PlanNode): number {
  return Math.max(node['Actual Loops'], node['Index Searches'] ?? 0)
}

function readBy(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}
