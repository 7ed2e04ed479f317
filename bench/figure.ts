/** One figure of a benchmark, and whether it keeps its bound. */
export type Figure = { what: string; value: string; bound: string; isMet: boolean }

/** A figure that has no bound of its own. */
export function plain(what: string, value: string): Figure {
  return { what, value, bound: '', isMet: true }
}

/** The middle of `values`. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
