import { createRoute } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import type { LoadPage } from './lazy-page.ts'

/** Returns a function that creates the routes of pages below a route. It is for pages that need nothing but a path and a file. */
export function pagesBelow<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return <const Path extends string>(path: Path, load: LoadPage) =>
    createRoute({ getParentRoute, path, component: lazyPage(load) })
}
