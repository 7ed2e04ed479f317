import type { App } from '#http/app.ts'

/** A route of the router; `url` has its parameters as `:name`. */
export type Route = { method: string; url: string }

/** Lists every route of `app` from the router itself, without HEAD. */
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

/** Lists the routes of the versioned API. */
export function listApiRoutes(app: App): Route[] {
  return listRoutes(app).filter((route) => route.url.startsWith('/api/v1/'))
}

/** Lists the routes of the developer area. */
export function listDeveloperRoutes(app: App): Route[] {
  return listRoutes(app).filter((route) => route.url.startsWith('/api/developer/'))
}

/** Returns the path of a route with `id` for every parameter. */
export function fill(url: string, id: string): string {
  return url.replaceAll(/:\w+/g, id)
}
