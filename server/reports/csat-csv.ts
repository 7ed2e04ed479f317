import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { Cell } from '#lib/exporting/csv-lines.ts'
import type { CsatTableName } from '#shared/reports.ts'
import type { CsatFigures, CsatReport } from './csat-schema.ts'
import { localTime } from './local-time.ts'
import { readTimeZone } from './time-zone.ts'

const COLUMNS = ['asked', 'answered', 'answer_rate', 'average', 'satisfied'] as const

/** Writes the report of ratings as CSV: one row per bucket, member, team, channel or tag. */
export function csatCsv(report: CsatReport, table: CsatTableName = 'buckets'): string {
  const zone = readTimeZone(report.time_zone)
  const named = <R extends CsatFigures & { name: string | null }>(
    name: string,
    rows: R[],
    idOf: (row: R) => string | null,
  ) => toCsv([`${name}_id`, name], rows, (row) => [idOf(row), row.name])
  switch (table) {
    case 'buckets':
      return toCsv(['start', 'end'], report.buckets, (row) => [
        localTime(zone, row.start),
        localTime(zone, row.end),
      ])
    case 'members':
      return named('member', report.by_member, (row) => row.member_id)
    case 'teams':
      return named('team', report.by_team, (row) => row.team_id)
    case 'channels':
      return named('channel', report.by_channel, (row) => row.channel_id)
    case 'tags':
      return named('tag', report.by_tag, (row) => row.tag_id)
  }
}

function toCsv<Row extends CsatFigures>(
  columns: string[],
  rows: Row[],
  toKey: (row: Row) => Cell[],
): string {
  return (
    csvHead([...columns, ...COLUMNS]) +
    csvLines(rows.map((row) => [...toKey(row), ...COLUMNS.map((name) => row[name])]))
  )
}
