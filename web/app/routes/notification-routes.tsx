import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from './layout-routes.tsx'

/** The route of the notifications. */
export const notificationRoutes = [
  createRoute({
    getParentRoute: () => appRoute,
    path: '/notifications',
    component: lazyRouteComponent(
      () => import('../../features/notifications/notifications-page.tsx'),
      'NotificationsPage',
    ),
  }),
]
