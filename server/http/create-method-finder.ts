import type { RouteOptions } from 'fastify'

/**
 * Returns a function that lists the methods of a path, sorted; empty for an unknown path. A path that routes name without a
 * parameter has only theirs: `/chats/counts` is no conversation. It compares the path with every route, so it is only for
 * requests that no route matches.
 */
export function createMethodFinder(routes: readonly RouteOptions[]): (path: string) => string[] {
  let known: { url: string; path: RegExp; methods: string[] }[] | undefined
  return (path) => {
    // At the first use every route is registered.
    known ??= routes.map(({ url, method }) => ({
      url,
      path: toRegExp(url),
      methods: [method].flat(),
    }))
    const matching = known.filter((each) => each.path.test(path))
    const named = matching.filter(({ url }) => url === path)
    const methods = (named.length > 0 ? named : matching).flatMap((each) => each.methods)
    return [...new Set(methods)].toSorted()
  }
}

/** Converts the path of a route, such as `/contacts/:id` or `/assets/*`, to a regular expression. */
function toRegExp(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : RegExp.escape(part)
  })
  return new RegExp(`^${parts.join('')}$`)
}
