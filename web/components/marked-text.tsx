import type { TextRange } from '#shared/find-ranges.ts'
import classes from './marked-text.module.css'

/** Shows a text in its own direction, with the parts in `ranges` marked. */
export function MarkedText(props: {
  text: string
  ranges: readonly TextRange[]
  className?: string
}) {
  const { text, ranges, className } = props
  const parts = ranges.map(({ start, end }, index) => [
    text.slice(ranges[index - 1]?.end ?? 0, start),
    <mark key={start} className={classes.mark}>
      {text.slice(start, end)}
    </mark>,
  ])
  return (
    <bdi dir="auto" className={className}>
      {parts}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </bdi>
  )
}
