import type { Static, TSchema } from 'typebox'
import type { Scope } from '#db/context.ts'
import type { Page, PageInput } from '#lib/page.ts'
import type { RouteScope } from '#shared/scopes.ts'
import type { SearchText } from '../read-query.ts'

/** A page of results. `isComplete`: whether everything was searched that could be on this page. */
export type Found<T> = Page<T> & { isComplete: boolean }

/**
 * A kind of result of the search. A new one is a file in this folder and its entry in `sources.ts`.
 *
 * item: the schema of one result.
 * scope: the scope that an API key needs to read it.
 * find: returns a page of results, best first. Its statements have a deadline.
 */
export type Source<T extends TSchema> = {
  item: T
  scope: RouteScope
  find: (scope: Scope, text: SearchText, page: PageInput) => Promise<Found<Static<T>>>
}

/** The page of a search that found nothing before its deadline. */
export const NOTHING_IN_TIME = {
  data: [],
  next_cursor: null,
  isComplete: false,
} satisfies Found<never>
