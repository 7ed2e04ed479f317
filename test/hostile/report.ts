import type { Target } from './targets.ts'

/** The moments at which a target is attempted. */
export const MOMENTS = ['create', 'update', 'test', 'first try', 'retry'] as const

/** A moment at which a target is attempted. */
export type Moment = (typeof MOMENTS)[number]

/** The result of a run, which passed when there are no problems and nothing was reached. */
export type HostileReport = {
  /** The number of targets of a group attempted at each moment. */
  tried: Map<string, Record<Moment, number>>
  problems: string[]
  /** With the protection on: connections at the sinks, and those that the product attempted, as `address port`. */
  reached: string[]
  connections: string[]
  /** Without the protection: the number of attempted targets of this machine, and of those that reached a sink. */
  control: { tried: number; reached: number }
  /** With local targets allowed: the numbers registered and refused; of those on loopback, attempted and reached. */
  local: { registered: number; refused: number; tried: number; reached: number }
  /** Redirects that were not followed, and slow name servers that delayed no other target. */
  redirects: number
  slowNames: number
}

/** Creates an empty report. */
export function emptyReport(): HostileReport {
  return {
    tried: new Map(),
    problems: [],
    reached: [],
    connections: [],
    control: { tried: 0, reached: 0 },
    local: { registered: 0, refused: 0, tried: 0, reached: 0 },
    redirects: 0,
    slowNames: 0,
  }
}

/** Counts an attempt of a target at a moment. */
export function countTry(report: HostileReport, { group }: Target, moment: Moment): void {
  const none = Object.fromEntries(MOMENTS.map((each) => [each, 0])) as Record<Moment, number>
  const counts = report.tried.get(group) ?? none
  counts[moment]++
  report.tried.set(group, counts)
}

/** Formats the report as a table, with the results of the controls. */
export function formatReport({
  tried,
  problems,
  reached,
  connections,
  control,
  local,
  redirects,
  slowNames,
}: HostileReport): string {
  const rows = [...tried].map(([group, counts]) => [group, ...MOMENTS.map((each) => counts[each])])
  const totals = MOMENTS.map((_, index) =>
    rows.reduce((sum, row) => sum + Number(row[index + 1]), 0),
  )
  const table = [['targets tried', ...MOMENTS], ...rows, ['all', ...totals]]
  const [width, ...widths] = [40, ...MOMENTS.map((moment) => moment.length + 3)]
  const lines = table.map(([group, ...cells]) =>
    [
      String(group).padEnd(width!),
      ...cells.map((cell, at) => String(cell).padStart(widths[at]!)),
    ].join(''),
  )
  return [
    ...lines,
    '',
    `tries in all: ${totals.reduce((a, b) => a + b, 0)}; not refused: ${problems.length}`,
    `connections at the sinks: ${reached.length}; connections tried by the product: ${connections.length}`,
    `without the guard: ${control.reached} of ${control.tried} targets of this machine reach the sinks`,
    `with local targets allowed: ${local.registered} registered, ${local.refused} refused; ` +
      `${local.reached} of ${local.tried} on loopback reach the sinks`,
    `redirects not followed: ${redirects}; slow name servers that held up nobody else: ${slowNames}`,
    ...problems.map((problem) => `PROBLEM ${problem}`),
  ].join('\n')
}
