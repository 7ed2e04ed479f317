import type { RouteOptions } from 'fastify'
import { suggestNearest } from '#lib/suggest-nearest.ts'

/** Words of the product, and the ones that paths have for them. */
const WORDS: Readonly<Record<string, string>> = {
  conversations: 'chats',
  people: 'contacts',
  persons: 'contacts',
  customers: 'contacts',
  endpoints: 'webhooks',
}
const PREFIX = '/api/v1'

/** The longest path that gets a suggestion. */
const CHARACTERS_MAX = 256

/**
 * Returns a function that suggests an existing path for an unknown one: the same path below `/api/v1` or with the word of paths, such as
 * `/api/v1/chats` for `/conversations`, or a path of which one part is misspelled. Its work is linear in the number of routes, because
 * anybody can call it.
 */
export function createRouteSuggester(
  routes: readonly RouteOptions[],
): (path: string) => string | undefined {
  let known: string[][] | undefined
  return (path) => {
    if (path.length > CHARACTERS_MAX) return undefined
    // At the first use every route is registered.
    known ??= routes
      .filter(({ url, schema }) => schema?.hide !== true && !url.includes('*'))
      .map(({ url }) => url.split('/'))
    const below = path.startsWith('/api/') ? path : PREFIX + path
    const given = below.split('/').map((part) => (Object.hasOwn(WORDS, part) ? WORDS[part]! : part))
    const parts = known.filter((each) => each.length === given.length)
    if (parts.some((each) => findDifferent(each, given).length === 0)) {
      const found = given.join('/')
      return found === path ? undefined : found
    }
    const near = parts.flatMap((each) => {
      const [at, ...others] = findDifferent(each, given)
      return at === undefined || others.length > 0 ? [] : [{ at, part: each[at]! }]
    })
    for (const at of new Set(near.map((each) => each.at))) {
      const candidates = near.flatMap((each) => (each.at === at ? [each.part] : []))
      const meant = suggestNearest(given[at]!, [...new Set(candidates)])
      if (meant !== undefined) return given.with(at, meant).join('/')
    }
    return undefined
  }
}

/** Returns the positions at which a path differs from the parts of a route. Any text fits a parameter. */
function findDifferent(route: readonly string[], given: readonly string[]): number[] {
  return route.flatMap((part, at) =>
    part === given[at] || (part.startsWith(':') && given[at] !== '') ? [] : [at],
  )
}
