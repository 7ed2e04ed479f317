import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from './layout-routes.tsx'
import { readUrlFilters } from '../../lib/use-url-filters.ts'
import { TICKET_FILTERS } from '../../features/tickets/ticket-filters.ts'

/** The routes of tickets. */
export const ticketRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/tickets',
    validateSearch: readUrlFilters(TICKET_FILTERS),
    component: lazyPage(() => import('../../features/tickets/tickets-page.tsx'), 'TicketsPage'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/tickets/board',
    validateSearch: readUrlFilters(TICKET_FILTERS),
    component: lazyPage(() => import('../../features/tickets/board-page.tsx'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute: () => appRoute,
    path: '/tickets/$ticketId',
    component: lazyPage(() => import('../../features/tickets/ticket-page.tsx'), 'TicketPage'),
  }),
]
