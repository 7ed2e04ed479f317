import { daysOfPartition, RETENTION_DAYS } from '#housekeeping/partitions/partition-groups.ts'
import { REQUEST_LOG_DAYS } from '#shared/request-log.ts'
import { atMost, plain } from '../figure.ts'
import type { Figure } from '../figure.ts'
import type { Sample, TableSample } from './sample.ts'

/** How late a partition may be dropped, in days of the retention, besides the time between two samples. */
const LATE_DAYS = 2
const SAMPLE_SECONDS = 10
/** The share of rows that may be deleted one by one: those of partitions whose drop was late. */
const DELETED_SHARE = 0.01

/**
 * Judges the partitions of a soak: how many were dropped, how long after their time at the most, and that hardly any row was
 * deleted one by one. Empty if no partition could become old in that time.
 */
export function judgePartitions(samples: Sample[], daySeconds: number): Figure[] {
  const last = samples.at(-1)!
  return last.tables
    .filter(({ partitions }) => partitions > 0)
    .flatMap((table) => {
      const keptDays = table.name === 'api_requests' ? REQUEST_LOG_DAYS : RETENTION_DAYS
      const isLong = last.second > (keptDays + 2 * daysOfPartition(keptDays)) * daySeconds
      return isLong ? judgeTable(table, samples, keptDays, daySeconds) : []
    })
}

function judgeTable(
  table: TableSample,
  samples: Sample[],
  keptDays: number,
  daySeconds: number,
): Figure[] {
  const of = (sample: Sample) => sample.tables.find(({ name }) => name === table.name)
  const seen = new Set(samples.flatMap((sample) => of(sample)?.names ?? []))
  const dropped = [...seen].filter((name) => !table.names!.includes(name))
  // The oldest one besides the first begins this long before the oldest row that is kept, and a partition.
  const late = samples.map((sample) => {
    const starts = (of(sample)?.names ?? []).flatMap((name) => startOf(name) ?? [])
    const oldest = Math.min(...starts.toSorted((a, b) => a - b).slice(0, 1))
    const due = (keptDays + daysOfPartition(keptDays)) * daySeconds * 1_000
    return (sample.at - oldest - due) / 1_000 / daySeconds
  })
  const written = table.live + table.deletes
  return [
    plain(
      `${table.name}: ${dropped.length} partitions dropped, ${table.partitions} left`,
      `${table.live} rows`,
    ),
    atMost(
      '  days after its time that one was dropped, at most',
      Math.max(0, ...late),
      LATE_DAYS + SAMPLE_SECONDS / daySeconds,
    ),
    atMost('  share of rows that were deleted one by one', table.deletes / written, DELETED_SHARE),
  ]
}

/** Returns the start of a partition in ms since 1970 by its name; undefined for the first one. */
function startOf(name: string): number | undefined {
  const [, day, time] = /_(\d{8})_(\d{4,6})$/.exec(name) ?? []
  if (!day || !time) return undefined
  const parts = [...(day.match(/^\d{4}|\d\d/g) ?? []), ...time.match(/\d\d/g)!].map(Number)
  const [year = 0, month = 0, date = 0, hours, minutes, seconds] = parts
  return Date.UTC(year, month - 1, date, hours, minutes, seconds)
}
