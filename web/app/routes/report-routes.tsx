import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from './layout-routes.tsx'
import { readSearch } from '../../features/reports/search.ts'

/** The route of the reports; the report, its time range and its filters are kept in the address. */
export const reportRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/reports',
    validateSearch: readSearch,
    component: lazyPage(() => import('../../features/reports/reports-page.tsx')),
  }),
]
