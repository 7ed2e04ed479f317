import { useNavigate, useSearch } from '@tanstack/react-router'

/** Filters of a list, as in the page's URL. */
export type Filters = Record<string, string | undefined>

/** Returns a function that reads the parameters `names` from the URL; values that are not text are omitted. */
export function pickText(...names: string[]): (search: Record<string, unknown>) => Filters {
  return (search) =>
    Object.fromEntries(
      names.flatMap((name) =>
        typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : [],
      ),
    )
}

/**
 * Returns the filters in the page's URL, a function that changes some of them (undefined removes one), and one that
 * clears all.
 */
export function useFilters(): [Filters, (change: Filters) => void, () => void] {
  const filters: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (search: Filters) => void navigate({ to: '.', search: search as never, replace: true })
  return [filters, (change) => go({ ...filters, ...change }), () => go({})]
}

/** The time ranges offered by lists. */
export const PERIODS = ['any', '1h', '24h', '7d', 'custom'] as const

const HOURS: Record<string, number> = { '1h': 1, '24h': 24, '7d': 7 * 24 }

/** Returns the time range of the filters as query parameters; a relative range ends now. */
export function toPeriodQuery({ period, since, until }: Filters): {
  since?: string | undefined
  until?: string | undefined
} {
  if (period === 'custom') return { since, until }
  const hours = HOURS[period ?? '']
  return hours ? { since: new Date(Date.now() - hours * 3_600_000).toISOString() } : {}
}
