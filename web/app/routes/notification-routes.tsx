import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from './layout-routes.tsx'

/** The route of the notifications. */
export const notificationRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications',
    component: lazyPage(
      () => import('../../features/notifications/notifications-page.tsx'),
      'NotificationsPage',
    ),
  }),
]
