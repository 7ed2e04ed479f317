import classes from './reports.module.css'
import { sinceFirst } from './since-first.ts'

const [WIDTH, HEIGHT, EDGE] = [96, 24, 2]

/**
 * Draws how a figure moved since its first value, without axes; null is no value, and the line goes on at the next one. Draws nothing from
 * fewer than two values.
 */
export function Sparkline({ values }: { values: (number | null)[] }) {
  const shown = sinceFirst(values, Boolean)
  const top = Math.max(...shown.map((value) => value ?? 0))
  if (shown.filter((value) => value !== null).length < 2 || top === 0) return null
  const points = shown.flatMap((value, index) => {
    const [x, share] = [(index / (shown.length - 1)) * WIDTH, (value ?? 0) / top]
    return value === null
      ? []
      : [`${x.toFixed(1)},${(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)).toFixed(1)}`]
  })
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}
