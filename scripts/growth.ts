/**
 * Computes what the product needs at a rate of messages, from the costs that `npm run bench -- growth` has measured, and
 * writes the tables of docs/operations/sizing.md and scaling.md: `node scripts/growth.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentCost, Memory } from '../bench/growth/agents.ts'
import type { MessageCost } from '../bench/growth.ts'

/** The costs of a message that is sent, of one that is received, and of agents, memory, and the bytes of an empty workspace. */
export type Costs = Record<'sent' | 'received', MessageCost> & {
  agents: AgentCost
  memory: Memory
  workspaceBytes: number
}

/** The needs of a rate of messages. Processes and cores are for the peak, bytes and prices for the average. */
type Need = {
  perSecond: number
  api: number
  ingest: number
  worker: number
  postgresCores: number
  databases: number
  walMBPerSecond: number
  /** In GB: what a month adds for ever, and what retention of a month holds. */
  keptPerMonth: number
  passing: number
  connections: number
  dollars: number
  limit: string
}

/** Half of the messages are sent, half are received. */
const SENT_SHARE = 0.5
/** The share of a core that is used at the peak. */
const USED_SHARE = 0.6
/** The peak, as a multiple of the average over a month. */
const PEAK = 3
/** The most cores of one primary before its workspaces are better split. */
const PRIMARY_CORES_MAX = 32
/** Connections of a process: its pool, and three of its own. */
const CONNECTIONS = 13
/** The most connections of one PostgreSQL before a pooler is better. */
const CONNECTIONS_MAX = 300
const SECONDS_PER_MONTH = 30 * 86_400
/** Assumed prices in US dollars per month: a core with 4 GB of memory, a GB of disk, and a GB of backup. */
const PRICES = { core: 25, gigabyte: 0.1, backup: 0.03 }
/** Months for which messages are kept in the price. */
const KEPT_MONTHS = 12

/** Computes what `perSecond` messages at the peak need. */
export function computeNeed(costs: Costs, perSecond: number): Need {
  const mixed = (name: keyof MessageCost) =>
    costs.sent[name] * SENT_SHARE + costs.received[name] * (1 - SENT_SHARE)
  const cores = (name: keyof MessageCost) => (mixed(name) * perSecond) / 1000 / USED_SHARE
  const [api, ingest, worker] = [cores('apiMs'), cores('ingestMs'), cores('workerMs')].map((each) =>
    Math.max(1, Math.ceil(each)),
  ) as [number, number, number]
  const postgresCores = Math.max(1, Math.ceil(cores('postgresMs')))
  const databases = Math.ceil(postgresCores / PRIMARY_CORES_MAX)
  const isOneProcess = cores('apiMs') + cores('ingestMs') + cores('workerMs') <= 1
  const processes = isOneProcess ? 1 : api + ingest + worker
  // A start of all parts has a second process, on the same core.
  const connections = (isOneProcess ? 2 : processes) * CONNECTIONS
  const perMonth = ((perSecond / PEAK) * SECONDS_PER_MONTH) / 1_000_000_000
  const keptPerMonth = mixed('keptBytes') * perMonth
  const passing = mixed('passingBytes') * perMonth
  const disk = (keptPerMonth * KEPT_MONTHS + passing) * (PRICES.gigabyte * 2 + PRICES.backup)
  return {
    perSecond,
    ...(isOneProcess ? { api: 1, ingest: 0, worker: 0 } : { api, ingest, worker }),
    postgresCores,
    databases,
    walMBPerSecond: (mixed('walBytes') * perSecond) / 1_000_000,
    keptPerMonth,
    passing,
    connections,
    // The primary and one standby.
    dollars: (processes + postgresCores * 2) * PRICES.core + disk,
    limit: findLimit({ isOneProcess, postgresCores, databases, connections }),
  }
}

function findLimit(need: {
  isOneProcess: boolean
  postgresCores: number
  databases: number
  connections: number
}): string {
  if (need.databases > 1) return `the primary's cores: ${need.databases} shards`
  if (need.isOneProcess) return 'none: one start of all parts'
  if (need.connections > CONNECTIONS_MAX) return 'connections: PgBouncer'
  return 'the one thread of a process: start API, ingest and workers apart'
}

/** An agent at work: what happens to each within a minute, in a team whose members all see every conversation. */
const AGENT = { opened: 2, sent: 1, received: 1, team: 20 }
/** Open web apps that one API process serves. */
const AGENTS_MAX = 5_000

/** Computes what one core carries, of all processes and PostgreSQL together: messages per second, and agents at work. */
export function computePerCore(costs: Costs): { messages: number; agents: number } {
  const total = (kind: 'sent' | 'received') => {
    const { apiMs, ingestMs, workerMs, postgresMs } = costs[kind]
    return apiMs + ingestMs + workerMs + postgresMs
  }
  const usableMs = 1_000 * USED_SHARE
  const { openedApiMs, openedPostgresMs, eventMs } = costs.agents
  const events = AGENT.sent * costs.sent.webhooks + AGENT.received * costs.received.webhooks
  const agentMs =
    (AGENT.opened * (openedApiMs + openedPostgresMs) +
      AGENT.sent * total('sent') +
      AGENT.received * total('received') +
      AGENT.team * events * eventMs) /
    60
  const messageMs = total('sent') * SENT_SHARE + total('received') * (1 - SENT_SHARE)
  return { messages: usableMs / messageMs, agents: usableMs / agentMs }
}

/**
 * Computes when each step past one small machine is due: the messages per second that one core of PostgreSQL carries, and those at
 * which a pooler and a second PostgreSQL are needed, and the agents whose reading takes a core of PostgreSQL.
 */
function computeSteps(costs: Costs): Record<'core' | 'pooler' | 'shard' | 'agents', number> {
  const mixed = (name: keyof MessageCost) =>
    costs.sent[name] * SENT_SHARE + costs.received[name] * (1 - SENT_SHARE)
  const usableMs = 1_000 * USED_SHARE
  const processMs = mixed('apiMs') + mixed('ingestMs') + mixed('workerMs')
  const core = usableMs / mixed('postgresMs')
  return {
    core,
    pooler: ((CONNECTIONS_MAX / CONNECTIONS) * usableMs) / processMs,
    shard: core * PRIMARY_CORES_MAX,
    agents: (usableMs * 60) / (AGENT.opened * costs.agents.openedPostgresMs),
  }
}

/** Returns the tables of docs/operations/sizing.md and scaling.md as Markdown, by the name of their place. */
export function toTables(costs: Costs): Record<string, string> {
  const number = (value: number, digits = 0) =>
    value.toLocaleString('en', {
      maximumFractionDigits: digits,
      minimumFractionDigits: digits,
      signDisplay: 'negative',
    })
  const needs = [1, 100, 1_000, 10_000].map((perSecond) => computeNeed(costs, perSecond))
  const rows = needs.map((need) => [
    number(need.perSecond),
    need.worker === 0 ? 'one for all' : `${need.api} + ${need.ingest} + ${need.worker}`,
    number(need.postgresCores),
    number(need.walMBPerSecond, 2),
    number(need.keptPerMonth, 1),
    number(need.passing, 1),
    number(need.connections),
    `$${number(need.dollars)}`,
    need.limit,
  ])
  const head = [
    'Messages per second at the peak',
    'API + ingest + workers',
    'PostgreSQL cores',
    'WAL in MB/s',
    'Kept in GB a month',
    'Passing in GB',
    'Connections',
    'Price a month',
    'First limit',
  ]
  const names: [keyof MessageCost, string, number][] = [
    ['apiMs', 'CPU of the API in ms', 2],
    ['ingestMs', 'CPU of the ingest server in ms', 2],
    ['workerMs', 'CPU of the worker in ms', 2],
    ['postgresMs', 'CPU of PostgreSQL in ms', 2],
    ['walBytes', 'write-ahead log in bytes', 0],
    ['keptBytes', 'tables and indexes in bytes, kept', 0],
    ['passingBytes', 'the same, deleted after 30 days', 0],
    ['webhooks', 'webhooks', 2],
  ]
  const measured = names.map(([name, text, digits]) => [
    text,
    number(costs.sent[name], digits),
    number(costs.received[name], digits),
  ])
  const perCore = computePerCore(costs)
  const sizes = [
    ['messages per second on one core, half sent and half received', number(perCore.messages)],
    ['agents at work on one core, with their messages', number(perCore.agents)],
    ['open web apps of one API process', number(AGENTS_MAX)],
    ['memory of an open web app, in KB', number(costs.agents.memoryBytes / 1_000, 1)],
    ['memory of an API process, in MiB', number(costs.memory.api)],
    ['memory of an ingest server, in MiB', number(costs.memory.ingest)],
    ['memory of a worker, in MiB', number(costs.memory.worker)],
    [
      'memory of PostgreSQL with their connections, without its cache, in MiB',
      number(costs.memory.postgres),
    ],
  ]
  const perMillion = (name: 'keptBytes' | 'passingBytes' | 'walBytes') =>
    (['sent', 'received'] as const).map((kind) => number(costs[kind][name] / 1_000, 1))
  const grows = [
    ['tables and indexes, kept', ...perMillion('keptBytes')],
    ['the same, deleted after 30 days', ...perMillion('passingBytes')],
    ['write-ahead log, for backups and standbys', ...perMillion('walBytes')],
  ]
  const workspaces = [1, 10_000, 1_000_000].map((count) => [
    number(count),
    number((costs.workspaceBytes * count) / 1_000_000, 1),
  ])
  const steps = computeSteps(costs)
  const messages = (value: number) => `${number(Math.floor(value / 10) * 10)} messages a second`
  const order = [
    [
      '1. A larger machine',
      `${messages(steps.core)} for each core of PostgreSQL`,
      'more cores and memory for PostgreSQL; processes apart, on machines of their own',
    ],
    [
      '2. Replicas for reads',
      `${number(steps.agents)} agents at work, whose reading takes a core of PostgreSQL, or reports`,
      '`DATABASE_REPLICA_URLS`',
    ],
    [
      '3. Further servers',
      `${messages(steps.shard)}, which take ${PRIMARY_CORES_MAX} cores of PostgreSQL`,
      '`parley shards add`, `DATABASE_SHARD_URLS`, `move-workspace`',
    ],
    [
      '4. A pooler before each server',
      `${CONNECTIONS_MAX} connections to it, which the processes for ${messages(steps.pooler)} open`,
      'PgBouncer, `DATABASE_DIRECT_URL`',
    ],
  ]
  return {
    order: toTable(['Step', 'Due at', 'What to do'], order),
    needs: toTable(head, rows),
    costs: toTable(['For one message', 'sent', 'received'], measured),
    sizes: toTable(['What', 'How much'], sizes),
    grows: toTable(['GB for a million messages', 'sent', 'received'], grows),
    workspaces: toTable(['Workspaces', 'Rows of empty ones in MB'], workspaces),
  }
}

function toTable(head: string[], rows: string[][]): string {
  const widths = head.map((text, at) =>
    Math.max(text.length, ...rows.map((row) => row[at]!.length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** Returns `page` with each table in its place, between `<!-- growth: NAME -->` and `<!-- end -->`. */
export function fillPage(page: string, tables: Record<string, string>): string {
  return page.replaceAll(
    /(<!-- growth: (\w+) -->\n\n)[^]*?(\n\n<!-- end -->)/g,
    (_all, before: string, name: string, after: string) => {
      const table = tables[name]
      if (table === undefined) throw new Error(`There is no table "${name}".`)
      return `${before}${table}${after}`
    },
  )
}

if (import.meta.main) {
  const docs = join(dirname(import.meta.dirname), 'docs/operations')
  const costs = JSON.parse(readFileSync(join(docs, 'sizing.json'), 'utf8')) as Costs
  for (const page of ['sizing.md', 'scaling.md']) {
    const path = join(docs, page)
    writeFileSync(path, fillPage(readFileSync(path, 'utf8'), toTables(costs)))
  }
}
