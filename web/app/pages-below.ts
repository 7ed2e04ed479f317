import { createRoute } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import type { LoadPage } from './lazy-page.ts'

/** Returns a function that creates the routes of pages below a route. It is for pages that need nothing but a path and a file. */
export function pagesBelow<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return <const Path extends string>(path: Path, load: LoadPage) =>
    createRoute({ getParentRoute, path, component: lazyPage(load) })
}

/**
 * Returns a function that creates the routes of tables below a route: of the page with the list, which reads its filters from the address,
 * and, below it, of the details of a row at its id, because the list stays beside them.
 */
export function tablesBelow<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  const page = pagesBelow(getParentRoute)
  return <const Path extends string>(path: Path, loadList: LoadPage, loadDetails: LoadPage) => {
    const list = page(path, loadList)
    return list.addChildren([pagesBelow(() => list)('$id', loadDetails)])
  }
}
