import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { pagesBelow } from '../pages-below.ts'
import { appRoute } from './layout-routes.tsx'
import { readUrlFilters } from '../../lib/use-url-filters.ts'
import { TICKET_FILTERS } from '../../features/tickets/ticket-filters.ts'

const getParentRoute = () => appRoute
const page = pagesBelow(getParentRoute)

/** The routes of tickets. */
export const ticketRoutes = [
  createRoute({
    getParentRoute,
    path: '/tickets',
    validateSearch: readUrlFilters(TICKET_FILTERS),
    component: lazyPage(() => import('../../features/tickets/tickets-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/tickets/board',
    validateSearch: readUrlFilters(TICKET_FILTERS),
    component: lazyPage(() => import('../../features/tickets/board-page.tsx')),
  }),
  page('/tickets/$ticketId', () => import('../../features/tickets/ticket-page.tsx')),
]
