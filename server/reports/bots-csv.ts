import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { Cell } from '#lib/exporting/csv-lines.ts'
import type { BotTableName } from '#shared/reports.ts'
import type { BotFigures, BotReport } from './bot-schema.ts'
import { localTime } from './local-time.ts'
import { readTimeZone } from './time-zone.ts'

const COUNTS = [
  'handled',
  'solved',
  'handed_over',
  'timed_out',
  'taken_over',
  'solved_rate',
] as const
const TIMES = ['p50', 'p90', 'mean'] as const

/** Writes the report of bots as CSV: one row per bucket, bot, team or channel. */
export function botsCsv(report: BotReport, table: BotTableName = 'buckets'): string {
  const zone = readTimeZone(report.time_zone)
  switch (table) {
    case 'buckets':
      return toCsv(['start', 'end'], report.buckets, (row) => [
        localTime(zone, row.start),
        localTime(zone, row.end),
      ])
    case 'bots':
      return toCsv(['bot_id', 'bot'], report.by_bot, (row) => [row.bot_id, row.name])
    case 'teams':
      return toCsv(['team_id', 'team'], report.by_team, (row) => [row.team_id, row.name])
    case 'channels':
      return toCsv(['channel_id', 'channel'], report.by_channel, (row) => [
        row.channel_id,
        row.name,
      ])
  }
}

function toCsv<Row extends BotFigures>(
  columns: string[],
  rows: Row[],
  toKey: (row: Row) => Cell[],
): string {
  const times = TIMES.map((name) => `held_seconds_${name}`)
  return (
    csvHead([...columns, ...COUNTS, ...times]) +
    csvLines(
      rows.map((row) => [
        ...toKey(row),
        ...COUNTS.map((name) => row[name]),
        ...TIMES.map((name) => row.held_seconds?.[name] ?? null),
      ]),
    )
  )
}
