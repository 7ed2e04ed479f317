import type { Scope } from '#db/context.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import type { RouteScope } from '#shared/scopes.ts'
import { readQuery } from './read-query.ts'
import { RESULTS_DEFAULT } from './schema.ts'
import type { SearchInput, SearchResults } from './schema.ts'
import { SEARCH_KINDS, SOURCES } from './sources/sources.ts'
import type { SearchKind } from './sources/sources.ts'
import type { Found } from './sources/source.ts'

/**
 * Searches everything of the workspace that the caller may read: contacts, conversations, messages, notes and tickets.
 * Returns up to `limit` results of each kind, the best first. `mayRead` tells whether the caller has a scope.
 *
 * @throws {AppError} validation_failed, invalid_cursor, insufficient_scope
 */
export async function search(
  scope: Scope,
  input: SearchInput,
  mayRead: (scope: RouteScope) => boolean,
): Promise<SearchResults> {
  const kinds = chooseKinds(input, mayRead)
  const text = await readQuery(scope, input.q)
  const page = {
    limit: input.limit ?? RESULTS_DEFAULT,
    ...(input.cursor && { cursor: input.cursor }),
  }
  const found = await Promise.all(
    SEARCH_KINDS.map(async (kind): Promise<[SearchKind, Found<unknown>]> => {
      if (!kinds.includes(kind)) return [kind, { data: [], next_cursor: null, isComplete: true }]
      return [kind, await SOURCES[kind].find(scope, text, page)]
    }),
  )
  return {
    ...(Object.fromEntries(found.map(([kind, { data }]) => [kind, data])) as Omit<
      SearchResults,
      'next_cursors' | 'incomplete'
    >),
    next_cursors: Object.fromEntries(
      found.map(([kind, { next_cursor }]) => [kind, next_cursor]),
    ) as SearchResults['next_cursors'],
    incomplete: found.filter(([, { isComplete }]) => !isComplete).map(([kind]) => kind),
  }
}

function chooseKinds(
  { kinds, cursor }: SearchInput,
  mayRead: (scope: RouteScope) => boolean,
): readonly SearchKind[] {
  const chosen = readChoices(kinds, 'kinds', SEARCH_KINDS)
  if (cursor !== undefined && chosen?.length !== 1)
    throw fieldError('validation_failed', 'kinds', 'must name one kind when there is a cursor')
  const refused = chosen?.find((kind) => !mayRead(SOURCES[kind].scope))
  if (refused)
    throw new AppError(
      'insufficient_scope',
      `Searching ${refused} requires the scope ${SOURCES[refused].scope}.`,
    )
  return chosen ?? SEARCH_KINDS.filter((kind) => mayRead(SOURCES[kind].scope))
}
