import type { UrlFilterChange } from './use-url-filters.ts'

/** The names of the filters that choose a time range. */
export type PeriodFilter = 'period' | 'since' | 'until'

/** The time ranges that filter lists; `custom` uses the filters `since` and `until`. */
export const LIST_PERIODS = ['1h', '24h', '7d', 'custom'] as const

const HOURS: Record<string, number> = { '1h': 1, '24h': 24, '7d': 7 * 24 }

/** Returns the time range of the filters as query parameters; a relative range ends now. */
export function toPeriodQuery({ period, since, until }: UrlFilterChange<PeriodFilter>): {
  since?: string | undefined
  until?: string | undefined
} {
  if (period === 'custom') return { since, until }
  const hours = HOURS[period ?? '']
  return hours ? { since: new Date(Date.now() - hours * 3_600_000).toISOString() } : {}
}
