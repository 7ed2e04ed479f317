/** A value of a query. A list is sent as its items, separated by commas. */
export type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** Returns the query of a request with its question mark, without the values that are undefined, null or empty. */
export function toQuery(params: Iterable<readonly [string, QueryValue]>): string {
  const query = new URLSearchParams()
  for (const [name, value] of params)
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  return query.size === 0 ? '' : `?${query.toString()}`
}
