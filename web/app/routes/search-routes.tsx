import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from './layout-routes.tsx'
import { SEARCH_FILTERS } from '../../features/search/search-filters.ts'
import { readUrlFilters } from '../../lib/use-url-filters.ts'

/** The route of the search. */
export const searchRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/search',
    validateSearch: readUrlFilters(SEARCH_FILTERS),
    component: lazyPage(() => import('../../features/search/search-page.tsx')),
  }),
]
