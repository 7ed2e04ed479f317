import { atMost, plain } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { sumOf } from './count-blocks.ts'
import type { StatementBlocks } from './count-blocks.ts'

/**
 * The counts of what there is more and more of, how often each operation is done at each, and how long the product runs before.
 */
export type ScaleOptions = {
  counts: readonly number[]
  times: number
  settleSeconds: number | undefined
}

/**
 * The blocks of one operation by statement, at each count. `comparedFrom`: from which count on they are compared; undefined if
 * they are only shown.
 */
export type Curve = Record<
  string,
  { comparedFrom?: number; at: { count: number; statements: StatementBlocks[] }[] }
>

/** The most blocks of an operation against the least. */
const RATIO_MAX = 1.5

/** Adds what an operation read at a count. */
export function addPoint(
  curve: Curve,
  name: string,
  point: { count: number; statements: StatementBlocks[]; comparedFrom?: number },
): void {
  const { comparedFrom, ...at } = point
  curve[name] ??= { ...(comparedFrom !== undefined && { comparedFrom }), at: [] }
  curve[name].at.push(at)
}

/** Returns the blocks of each operation at each count, and the most against the least. */
export function toFigures(kind: string, curve: Curve): Figure[] {
  return Object.entries(curve).flatMap(([name, { comparedFrom, at }]) => {
    const points = at.map(({ count, statements }) => ({ count, blocks: sumOf(statements) }))
    const compared = points.filter(
      ({ count }) => comparedFrom !== undefined && count >= comparedFrom,
    )
    const blocks = compared.map((each) => each.blocks)
    return [
      plain(
        `${name}: blocks at ${points.map(({ count }) => count.toLocaleString('en')).join(' / ')} ${kind}`,
        points.map((each) => each.blocks.toFixed(0)).join(' / '),
        Object.fromEntries(points.map((each) => [each.count, each.blocks])),
      ),
      ...(compared.length > 1
        ? [
            atMost(
              `  most against least, from ${comparedFrom!.toLocaleString('en')} on`,
              Math.max(...blocks) / Math.min(...blocks),
              RATIO_MAX,
            ),
          ]
        : []),
    ]
  })
}
