import { atMost, median, plain } from '../figure.ts'
import type { Figure } from '../figure.ts'
import type { Sample, TableSample } from './sample.ts'

/** Maximum ratio of the last quarter to the first. */
const MEMORY_RATIO = 1.15
/** The heap of a process varies by as much between two collections. */
const MEMORY_SLACK_MIB = 16
const P50_RATIO = 1.25
const P99_RATIO = 1.5
const SIZE_RATIO = 1.2
/** Maximum share of dead rows in a table: PostgreSQL's default lets a fifth accumulate. */
const DEAD_SHARE = 0.25
/** Dead rows that the large tables let accumulate in each partition before a vacuum, as migration 0002 says. */
const DEAD_ROWS = 1_000
/** Smaller tables are not judged. */
const ROWS_MIN = 2_000
/** Tables whose rows are updated all the time: these must keep their size too, up to a few pages. */
const STEADY = ['lanes', 'workspace_counters', 'chats', 'chat_activity']
const STEADY_BYTES = 1024 * 1024

/**
 * Compares the last quarter of a soak with its first, without the warm-up: memory of each process, latencies, bytes
 * per row (for tables that keep their rows, total bytes), dead rows.
 */
export function judgeSoak(samples: Sample[], warmUpSeconds: number): Figure[] {
  const warm = samples.filter((sample) => sample.second >= warmUpSeconds)
  const quarter = Math.max(1, Math.floor(warm.length / 4))
  const [first, last] = [warm.slice(0, quarter), warm.slice(-quarter)]
  const ratio = (read: (sample: Sample) => number | undefined) => {
    const middle = (of: Sample[]) => median(of.map((each) => read(each) ?? Number.NaN))
    return { from: middle(first), to: middle(last), ratio: middle(last) / middle(first) }
  }
  const figures: Figure[] = []
  for (const name of Object.keys(warm[0]!.memory)) {
    const { from, to, ratio: more } = ratio((sample) => sample.memory[name])
    const what = `memory of ${name}: ${from.toFixed(0)} to ${to.toFixed(0)} MiB`
    const isMet = to <= Math.max(from * MEMORY_RATIO, from + MEMORY_SLACK_MIB)
    const bound = `≤ ${MEMORY_RATIO} or + ${MEMORY_SLACK_MIB} MiB`
    // The simulator is no part of the product. It keeps up to 50,000 messages of each direction.
    const isJudged = name !== 'simulator'
    const value = more.toFixed(2)
    figures.push(isJudged ? { what, value, bound, isMet } : plain(what, value))
  }
  for (const [key, what, bound] of [
    ['apiP50', 'call to answer of a send, p50', P50_RATIO],
    ['apiP99', 'call to answer of a send, p99', P99_RATIO],
    ['arrivalP50', 'answer to arrival of its webhook, p50', P50_RATIO],
    ['arrivalP99', 'answer to arrival of its webhook, p99', P99_RATIO],
  ] as const) {
    const { from, to, ratio: more } = ratio((sample) => sample[key])
    figures.push(atMost(`${what}: ${from.toFixed(1)} to ${to.toFixed(1)} ms`, more, bound))
  }
  for (const { name, live } of warm.at(-1)!.tables) {
    const isSteady = STEADY.includes(name)
    if (!isSteady && live < ROWS_MIN) continue
    figures.push(...judgeTable(name, isSteady, ratio, last))
  }
  return figures
}

function judgeTable(
  name: string,
  isSteady: boolean,
  ratio: (read: (sample: Sample) => number | undefined) => {
    from: number
    to: number
    ratio: number
  },
  last: Sample[],
): Figure[] {
  const of = (sample: Sample, read: (table: TableSample) => number) => {
    const table = sample.tables.find((each) => each.name === name)
    return table && read(table)
  }
  const total = (table: TableSample) => table.bytes + table.indexBytes
  const isFew = (table: TableSample) => table.dead <= DEAD_ROWS * Math.max(1, table.partitions)
  const share = (t: TableSample) => (isFew(t) ? 0 : t.dead / (t.live + t.dead || 1))
  const dead = median(last.map((sample) => of(sample, share) ?? 0))
  const end = last.at(-1)!
  const runs = of(end, (table) => table.autovacuums) ?? 0
  const hot = of(end, (table) => (table.updates ? (100 * table.hotUpdates) / table.updates : 100))
  const updates = `${runs} vacuums, ${hot?.toFixed(0)} % of updates HOT`
  if (isSteady) {
    const { from, to } = ratio((sample) => of(sample, total))
    const what = `${name}: ${kib(from)} to ${kib(to)} KiB, ${updates}`
    const isMet = to <= Math.max(from * SIZE_RATIO, from + STEADY_BYTES)
    return [{ what, value: (to / from).toFixed(2), bound: `≤ ${SIZE_RATIO} or + 1 MiB`, isMet }]
  }
  const { from, to, ratio: more } = ratio((sample) => of(sample, (t) => total(t) / t.live))
  const what = `${name}: ${from.toFixed(0)} to ${to.toFixed(0)} bytes a row, ${updates}`
  return [
    atMost(what, more, SIZE_RATIO),
    {
      ...atMost(`  dead rows of ${name}`, dead, DEAD_SHARE),
      what: `  dead rows of ${name}, share if there are more than a vacuum waits for`,
    },
  ].filter(({ what: each, value }) => !each.startsWith('  ') || Number(value) > 0.01)
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}

/** Formats a sample as one readable line. */
export function describeSample(sample: Sample): string {
  const memory = Object.entries(sample.memory).map(([name, mib]) => `${name} ${mib.toFixed(0)}`)
  const ms = (value: number) => value.toFixed(1)
  return [
    `${String(sample.second).padStart(5)} s  ${memory.join(', ')} MiB`,
    `answer ${ms(sample.apiP50)}/${ms(sample.apiP99)} ms`,
    `arrival ${ms(sample.arrivalP50)}/${ms(sample.arrivalP99)} ms`,
    `${sample.sent} sent, ${sample.underWay} under way`,
  ].join('   ')
}

/** Returns the totals of sent and delivered messages as figures. */
export function describeWork(samples: Sample[], lost: number, problems: string[]): Figure[] {
  const sent = samples.reduce((sum, sample) => sum + sample.sent, 0)
  return [
    plain('messages sent', String(sent)),
    atMost('  whose webhook never arrived', lost, 0),
    atMost('  calls that were not answered as they should be', problems.length, 0),
    ...[...Map.groupBy(problems, (each) => each.slice(0, 120))]
      .slice(0, 3)
      .map(([text, each]) => plain(`    ${text}`, String(each.length))),
  ]
}
