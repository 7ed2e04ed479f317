import type { Ledger } from '../crash/ledger.ts'
import { ANSWER_MS, planOf } from './failures.ts'
import type { Failure } from './failures.ts'
import type { Lateness } from './measure-lateness.ts'
import type { Answers, Damage } from './measure.ts'

/** The outcome of a failure: the answers, the lateness, the damage, and the process with the most memory. */
export type FailureReport =
  | { failure: Failure; skipped: string }
  | ({
      failure: Failure
      memory: { name: string; mb: number } | undefined
      /** The longest time in which this process itself got no CPU time: the others then did not either. */
      stalledMs: number
    } & Answers &
      Lateness &
      Damage)

/** The most memory that a process of the product may use, in MB. */
const MEMORY_MB = 600

const COLUMNS = [
  'step',
  'seed',
  'accepted writes',
  'lost',
  'sent twice after a stored status',
  'sent twice, excused',
  'sent twice, unexplained',
  'unconfirmed',
  'webhooks twice (unexplained)',
  'longest wait',
  'outage',
  'failed',
  'stored → processed',
  '→ browser',
  '→ receiver',
  'most memory',
  'drill stalled',
]

/** Formats the reports as the rows of a Markdown table. */
export function toTable(reports: FailureReport[], seed: string): string {
  const rows = reports.map((each) => {
    if ('skipped' in each) return [each.failure, seed, `skipped: ${each.skipped}`]
    const { memory } = each
    return [
      each.failure,
      seed,
      each.accepted,
      each.lost,
      each.afterStatus,
      each.excused,
      each.unexplained,
      each.unconfirmed,
      `${each.webhooks} (${each.webhooksUnexplained})`,
      toSeconds(each.longestMs),
      toSeconds(each.outageMs),
      each.failed,
      toSeconds(each.processedMs),
      toSeconds(each.browserMs),
      toSeconds(each.receiverMs),
      memory ? `${memory.mb} MB (${memory.name})` : '–',
      toSeconds(each.stalledMs),
    ]
  })
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function toSeconds(ms: number | undefined): string {
  return ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s`
}

/** Returns a problem for each bound of the failure's plan that was exceeded. */
export function findExceeded(report: FailureReport): string[] {
  if ('skipped' in report) return []
  const { failure, longestMs, outageMs, failed, problems, memory } = report
  const { lateMs, answerMs = ANSWER_MS, outageMs: mostMs = Infinity, isSmooth } = planOf(failure)
  const late = {
    'be processed': report.processedMs,
    'reach a browser': report.browserMs,
    'reach a receiver': report.receiverMs,
  }
  return [
    ...(longestMs > answerMs ? [`${failure}: a caller waited ${longestMs} ms`] : []),
    ...(outageMs > mostMs ? [`${failure}: no answer for ${outageMs} ms`] : []),
    ...(isSmooth && failed > 0 ? [`${failure}: ${failed} requests failed`, ...problems] : []),
    ...Object.entries(late).flatMap(([what, ms = 0]) =>
      ms > lateMs ? [`${failure}: something took ${ms} ms to ${what}, more than ${lateMs}`] : [],
    ),
    ...(memory && memory.mb > MEMORY_MB
      ? [`${failure}: ${memory.name} used ${memory.mb} MB of memory`]
      : []),
  ]
}

/** Formats each repetition of a message with its cause and its times. */
export function describeResends(resends: Ledger['resends']): string[] {
  const time = (at: number) => new Date(at).toISOString().slice(11, 23)
  return resends.map(({ what, at, againAt, startedAt, storedAt, cause }) => {
    const times = `accepted at ${time(at)}, again at ${time(againAt)} (attempt started ${time(startedAt)})`
    const why =
      storedAt === undefined
        ? (cause ?? 'WITHOUT A PERMITTED CAUSE')
        : `AFTER A STATUS WAS STORED at ${time(storedAt)}`
    return `${what}: ${times}: ${why}`
  })
}
