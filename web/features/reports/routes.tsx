import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/layout-routes.tsx'
import { readSearch } from './search.ts'

/** The reports; which one, of what time and of whom, stands in the address. */
export const reportRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/reports',
    validateSearch: readSearch,
    component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
  }),
]
