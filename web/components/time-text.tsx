import { useFormatter, useNow } from 'use-intl'
import { upToNow } from '../lib/up-to-now.ts'

/** Shows a time, relative within a week (`3 minutes ago`), else as a date; the exact time on hover. */
export function TimeText({ value, exact = false }: { value: string; exact?: boolean }) {
  const format = useFormatter()
  const now = useNow({ updateInterval: 30_000 })
  const date = new Date(value)
  const full = format.dateTime(date, { dateStyle: 'medium', timeStyle: 'medium' })
  const isFresh = Math.abs(now.getTime() - date.getTime()) < 7 * 86_400_000
  const text = exact
    ? full
    : isFresh
      ? format.relativeTime(upToNow(date, now), now)
      : format.dateTime(date, { dateStyle: 'medium' })
  return (
    <time dateTime={value} title={full}>
      {text}
    </time>
  )
}
