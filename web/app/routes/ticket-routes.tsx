import { pagesBelow } from '../pages-below.ts'
import { appRoute } from './layout-routes.tsx'

const getParentRoute = () => appRoute
const page = pagesBelow(getParentRoute)

/** The routes of tickets. */
export const ticketRoutes = [
  page('/tickets', () => import('../../features/tickets/tickets-page.tsx')),
  page('/tickets/board', () => import('../../features/tickets/board-page.tsx')),
  page('/tickets/$ticketId', () => import('../../features/tickets/ticket-page.tsx')),
]
