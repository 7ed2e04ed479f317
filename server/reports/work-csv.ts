import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { WorkFigures, WorkReport } from './work-schema.ts'

const COUNTS = ['replies', 'conversations', 'first_responses', 'closed'] as const
const TIMES = ['first_response_seconds', 'resolution_seconds'] as const

/** Writes work side by side as CSV, one row for each member, team, channel or tag; columns of the period before end with `_before`. */
export function workCsv({ by, rows }: WorkReport): string {
  const columns = [...COUNTS, ...TIMES.flatMap((name) => [`${name}_p50`, `${name}_p90`])]
  const toCells = (figures: WorkFigures) => [
    ...COUNTS.map((name) => figures[name]),
    ...TIMES.flatMap((name) => [figures[name]?.p50 ?? null, figures[name]?.p90 ?? null]),
  ]
  return (
    csvHead([`${by}_id`, by, ...columns, ...columns.map((name) => `${name}_before`)]) +
    csvLines(rows.map((row) => [row.id, row.name, ...toCells(row), ...toCells(row.before)]))
  )
}
