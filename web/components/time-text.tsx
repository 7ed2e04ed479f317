import { useTimes } from '../lib/use-times.ts'

/** Shows a time, relative within a week (`3 minutes ago`), else as a date; the exact time on hover. */
export function TimeText({ value, exact = false }: { value: string; exact?: boolean }) {
  const { now, ago, toDay, toSecond } = useTimes()
  const full = toSecond(value)
  const isFresh = Math.abs(now.getTime() - new Date(value).getTime()) < 7 * 86_400_000
  return (
    <time dateTime={value} title={full}>
      {exact ? full : isFresh ? ago(value) : toDay(value)}
    </time>
  )
}
