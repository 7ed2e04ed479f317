import { pagesBelow } from '../pages-below.ts'
import { appRoute } from './layout-routes.tsx'

const page = pagesBelow(() => appRoute)

/** The route of the notifications. */
export const notificationRoutes = [
  page('/notifications', () => import('../../features/notifications/notifications-page.tsx')),
]
