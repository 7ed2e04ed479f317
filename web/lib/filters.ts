import { useNavigate, useSearch } from '@tanstack/react-router'

/** Filters of a list, as its address has them. */
export type Filters = Record<string, string | undefined>

/** Reads these names, and no others, from an address: what is no text is left out. */
export function pickText(...names: string[]): (search: Record<string, unknown>) => Filters {
  return (search) =>
    Object.fromEntries(
      names.flatMap((name) =>
        typeof search[name] === 'string' && search[name] !== '' ? [[name, search[name]]] : [],
      ),
    )
}

/** The filters of the page's address, and how to change them: undefined takes one away. */
export function useFilters(): [Filters, (change: Filters) => void, () => void] {
  const filters: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (search: Filters) => void navigate({ to: '.', search: search as never, replace: true })
  return [filters, (change) => go({ ...filters, ...change }), () => go({})]
}

/** Spans of time that lists offer. */
export const PERIODS = ['any', '1h', '24h', '7d', 'custom'] as const

const HOURS: Record<string, number> = { '1h': 1, '24h': 24, '7d': 7 * 24 }

/** The filters as a query of the API, with their span of time as of now. */
export function toPeriodQuery({ period, since, until }: Filters): {
  since?: string | undefined
  until?: string | undefined
} {
  if (period === 'custom') return { since, until }
  const hours = HOURS[period ?? '']
  return hours ? { since: new Date(Date.now() - hours * 3_600_000).toISOString() } : {}
}
