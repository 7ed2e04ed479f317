import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { Cell } from '#lib/exporting/csv-lines.ts'
import type { CostTableName } from '#shared/reports.ts'
import type { CostFigures, CostReport } from './cost-schema.ts'
import { localTime } from './local-time.ts'
import { readTimeZone } from './time-zone.ts'

/** Writes the cost report as CSV: one row per bucket, channel, template, category, author or country. */
export function costsCsv(report: CostReport, table: CostTableName = 'buckets'): string {
  const zone = readTimeZone(report.time_zone)
  const tables: Record<CostTableName, () => string> = {
    buckets: () =>
      toCsv(report, ['start', 'end'], report.buckets, (each) => [
        localTime(zone, each.start),
        localTime(zone, each.end),
      ]),
    channels: () =>
      toCsv(report, ['channel_id', 'channel'], report.by_channel, (each) => [
        each.channel_id,
        each.name,
      ]),
    templates: () => toCsv(report, ['template'], report.by_template, (each) => [each.template]),
    categories: () => toCsv(report, ['category'], report.by_category, (each) => [each.category]),
    authors: () =>
      toCsv(report, ['author_type', 'author_id', 'author'], report.by_author, ({ author }) => [
        author.type,
        author.id,
        author.name,
      ]),
    countries: () => toCsv(report, ['country'], report.by_country, (each) => [each.country]),
  }
  return tables[table]()
}

/** Writes rows with a column for the costs in each currency. */
function toCsv<Row extends CostFigures>(
  { totals }: CostReport,
  columns: string[],
  rows: Row[],
  toKey: (row: Row) => Cell[],
): string {
  const currencies = totals.costs.map(({ currency }) => currency)
  return (
    csvHead([
      ...columns,
      'messages',
      'free',
      'unpriced',
      'undelivered',
      ...currencies.map((currency) => `cost_${currency}`),
    ]) +
    csvLines(
      rows.map((row) => [
        ...toKey(row),
        row.messages,
        row.free,
        row.unpriced,
        row.undelivered,
        ...currencies.map(
          (code) => row.costs.find(({ currency }) => currency === code)?.amount ?? null,
        ),
      ]),
    )
  )
}
