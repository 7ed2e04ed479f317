import type { App } from '#http/app.ts'

/** A route as the router has it; `url` with its parameters written `:name`. */
export type Route = { method: string; url: string }

/** Every route of `app`, read from the router itself; HEAD, which goes with GET, is left out. */
export function listRoutes(app: App): Route[] {
  const parents: string[] = []
  const routes: Route[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!match) continue
    const [, indent, part, methods = ''] = match
    const depth = indent!.length / 4
    const url = (parents[depth - 1] ?? '') + part!
    parents[depth] = url
    for (const method of methods.split(', '))
      if (method && method !== 'HEAD') routes.push({ method, url })
  }
  return routes
}

/** The routes of the versioned API. */
export function listApiRoutes(app: App): Route[] {
  return listRoutes(app).filter((route) => route.url.startsWith('/api/v1/'))
}

/** The routes of the developer area. */
export function listDeveloperRoutes(app: App): Route[] {
  return listRoutes(app).filter((route) => route.url.startsWith('/api/developer/'))
}

/** The address of a route with `id` for every parameter. */
export function fill(url: string, id: string): string {
  return url.replaceAll(/:\w+/g, id)
}
