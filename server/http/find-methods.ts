import type { RouteOptions } from 'fastify'

/**
 * Returns a function that lists the methods of a path, sorted; empty for an unknown path. It compares the path with every
 * route, so it is only for requests that no route matches.
 */
export function createMethodFinder(routes: readonly RouteOptions[]): (path: string) => string[] {
  let known: { path: RegExp; methods: string[] }[] | undefined
  return (path) => {
    // At the first use every route is registered.
    known ??= routes.map(({ url, method }) => ({ path: toRegExp(url), methods: [method].flat() }))
    const methods = known.filter((each) => each.path.test(path)).flatMap((each) => each.methods)
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
