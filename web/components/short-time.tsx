import { useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import { fullTime, shortTime } from '../lib/day.ts'

const UPDATE_MS = 15_000

/** Shows a time in a list, as short as possible, the full time on hover. It is drawn again only when its text changes. */
export function ShortTime({ value, className }: { value: string; className?: string | undefined }) {
  const locale = useLocale()
  const text = useTicking(() => shortTime(value, new Date(), locale))
  return (
    <time className={className} dateTime={value} title={fullTime(value, locale)}>
      {text}
    </time>
  )
}

/** Returns what `read` returns, and reads it again every few seconds. */
export function useTicking<T extends string | null>(read: () => T): T {
  return useSyncExternalStore(subscribe, read)
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls `listener` every few seconds. All times on the page share one timer. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, UPDATE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
