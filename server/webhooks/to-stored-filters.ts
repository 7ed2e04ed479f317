import { ENDPOINT_FILTERS } from '#shared/webhooks.ts'
import type { EndpointFilters } from '#shared/webhooks.ts'

/** Returns the filters of an endpoint as its row stores them, each value once; null without any. */
export function toStoredFilters(filters: EndpointFilters | null | undefined): string | null {
  const set = ENDPOINT_FILTERS.flatMap((name) => {
    const values = filters?.[name]
    return values?.length ? [[name, [...new Set(values.map((each) => each.toLowerCase()))]]] : []
  })
  return set.length > 0 ? JSON.stringify(Object.fromEntries(set)) : null
}
