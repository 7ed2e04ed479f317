import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** Filters of a list, kept in the page's URL so that a link shows the same list to other members. */
export type UrlFilters<Name extends string> = Partial<Record<Name, string>>

/** A change of filters; undefined removes one. */
export type UrlFilterChange<Name extends string> = Partial<Record<Name, string | undefined>>

/** Returns a function that reads the parameters `names` from the URL. Numbers and booleans are read as text. */
export function readUrlFilters<Name extends string>(
  names: readonly Name[],
): (search: Record<string, unknown>) => UrlFilters<Name> {
  return (search) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name]
        const isText = ['string', 'number', 'boolean'].includes(typeof value)
        return isText && value !== '' ? [[name, String(value)]] : []
      }),
    ) as UrlFilters<Name>
}

/**
 * Returns the filters in the page's URL, with `change` to set some of them and `replace` to set all.
 */
export function useUrlFilters<Name extends string>(
  names: readonly Name[],
): {
  filters: UrlFilters<Name>
  change: (some: UrlFilterChange<Name>) => void
  replace: (all: UrlFilters<Name>) => void
} {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const text = JSON.stringify(readUrlFilters(names)(search))
  const filters = useMemo(() => JSON.parse(text) as UrlFilters<Name>, [text])
  const go = (next: (current: UrlFilters<Name>) => UrlFilterChange<Name>) =>
    void navigate({
      to: '.',
      search: ((current: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(next(readUrlFilters(names)(current))).filter(
            ([, value]) => value !== undefined && value !== '',
          ),
        )) as never,
      replace: true,
    })
  return {
    filters,
    // The router may not have shown an earlier change yet, so this one starts from the router's state.
    change: (some) => go((current) => ({ ...current, ...some })),
    replace: (all) => go(() => all),
  }
}
