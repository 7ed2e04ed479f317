import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#lib/errors.ts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The filters of the list that a request reads, as it sent them; null for requests of other routes. */
    listFilters: Record<string, unknown> | null
  }
}

/** A cursor as clients get it: the position, and the mark of its list. */
const BOUND = /^(.*)\.([\w-]{8})$/

/** The fields of a query that may differ from page to page; those of `CURSORS` are cursors. */
const PLACES = new Set(['cursor', 'before', 'after', 'around', 'limit', 'expand'])
const CURSORS = ['cursor', 'before', 'after']

/** The fields of a page that are cursors. */
const NEXT = ['next_cursor', 'before_cursor', 'after_cursor']

/**
 * Binds the cursors of every list and thread of `app` to it: its path and filters. Another list, or the same one with other
 * filters, refuses them with `invalid_cursor`, because a position in one order means nothing in another.
 *
 * Accepts a cursor without a mark, and then checks only its form: clients may hold one from before, and pages that the web app
 * or MCP reads in another way are not marked. Cursors of the event feed are positions in the workspace, and stay unmarked.
 */
export function bindCursors(app: App): void {
  app.decorateRequest('listFilters', null)
  app.addHook('preValidation', async (request) => {
    if (!isList(request)) return
    const query = request.query as Record<string, unknown>
    request.listFilters = Object.fromEntries(
      Object.entries(query).filter(([name]) => !PLACES.has(name)),
    )
    const positions = CURSORS.flatMap((name) => {
      const sent = query[name]
      const [, position, mark] = (typeof sent === 'string' && BOUND.exec(sent)) || []
      if (position === undefined) return []
      if (mark !== toMark(request)) throw otherList()
      return [[name, position]]
    })
    request.query = { ...query, ...Object.fromEntries(positions) }
  })
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (!request.listFilters || typeof payload !== 'object' || payload === null) return payload
    const page = payload as Record<string, unknown>
    const bound = NEXT.flatMap((name) =>
      typeof page[name] === 'string' ? [[name, bind(page[name], request)]] : [],
    )
    // The page may be shared with other requests, so it is copied.
    return { ...page, ...Object.fromEntries(bound), ...bindKinds(page, request) }
  })
}

/** Binds the cursors of a search, one for each kind of results: the next request names its kind. */
function bindKinds({ next_cursors: byKind }: Record<string, unknown>, request: FastifyRequest) {
  if (typeof byKind !== 'object' || byKind === null) return {}
  const bound = Object.entries(byKind).map(([kind, cursor]) => [
    kind,
    typeof cursor === 'string' ? bind(cursor, request, { kinds: kind }) : cursor,
  ])
  return { next_cursors: Object.fromEntries(bound) as unknown }
}

function isList({ routeOptions: { schema } }: FastifyRequest): boolean {
  const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object }
  return 'cursor' in properties || 'around' in properties
}

function bind(cursor: string, request: FastifyRequest, own: Record<string, string> = {}): string {
  return `${cursor}.${toMark(request, own)}`
}

/** Returns the mark of the list that a request reads; `own` replaces some of its filters. */
function toMark(request: FastifyRequest, own: Record<string, string> = {}): string {
  const filters = Object.entries({ ...request.listFilters, ...own })
    .map(([name, value]) => [name, String(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([request.routeOptions.url, request.params, filters])
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}

function otherList(): AppError {
  return new AppError(
    'invalid_cursor',
    'The cursor belongs to another list, or to this list with other filters. Repeat the filters with which you got it, or start without a cursor.',
  )
}
