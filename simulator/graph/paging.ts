import { badParameter } from './errors.ts'

/** One page of a list as the Graph API returns it. */
interface GraphPage {
  data: Record<string, unknown>[]
  paging?: { cursors: { before: string; after: string }; next?: string; previous?: string }
}

/**
 * Returns the page for `limit`, `after` and `before`. A cursor names an item by its id, so that it stays valid while
 * the list changes.
 */
export function pageOf<T extends { id: string }>(
  items: T[],
  query: Record<string, unknown>,
  show: (item: T) => Record<string, unknown>,
  url: URL,
): GraphPage {
  const limit = query.limit === undefined ? 25 : Number(query.limit)
  if (!Number.isInteger(limit) || limit < 1)
    throw badParameter('Param limit must be an integer from 1.')
  const size = Math.min(limit, 1_000)
  let start = 0
  if (query.after !== undefined) start = indexOf(items, query.after) + 1
  else if (query.before !== undefined) start = Math.max(0, indexOf(items, query.before) - size)
  const page = items.slice(start, start + size)
  if (page.length === 0) return { data: [] }
  const cursors = { before: toCursor(page[0]!), after: toCursor(page.at(-1)!) }
  return {
    data: page.map(show),
    paging: {
      cursors,
      ...(start + size < items.length && { next: linkTo(url, 'after', cursors.after) }),
      ...(start > 0 && { previous: linkTo(url, 'before', cursors.before) }),
    },
  }
}

function toCursor({ id }: { id: string }): string {
  return Buffer.from(id).toString('base64url')
}

function indexOf(items: { id: string }[], cursor: unknown): number {
  const id = Buffer.from(String(cursor), 'base64url').toString()
  const index = items.findIndex((item) => item.id === id)
  if (index === -1) throw badParameter('Invalid cursors values')
  return index
}

function linkTo(url: URL, name: string, cursor: string): string {
  const link = new URL(url)
  for (const old of ['after', 'before', 'access_token']) link.searchParams.delete(old)
  link.searchParams.set(name, cursor)
  return link.href
}
