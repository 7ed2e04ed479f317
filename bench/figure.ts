/** One figure of a benchmark, and whether it keeps its bound. `numbers` are what a chart of it shows. */
export type Figure = {
  what: string
  value: string
  bound: string
  isMet: boolean
  numbers?: Record<string, number>
}

/** A figure that has no bound of its own. */
export function plain(what: string, value: string, numbers?: Record<string, number>): Figure {
  return { what, value, bound: '', isMet: true, ...(numbers && { numbers }) }
}

/** A figure that may be `most` at most; `unit` follows the number, two digits follow its point. */
export function atMost(what: string, value: number, most: number, unit = ''): Figure {
  return {
    what,
    value: `${value.toFixed(2)}${unit}`,
    bound: `≤ ${most}${unit}`,
    isMet: value <= most,
    numbers: { value },
  }
}

/** A figure that must be `least` at least; two digits follow its point. */
export function atLeast(what: string, value: number, least: number): Figure {
  const isMet = value >= least
  return { what, value: value.toFixed(2), bound: `≥ ${least}`, isMet, numbers: { value } }
}

/** The middle of `values`. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** The value below which `share` of `values` lie; NaN of none. */
export function quantile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
