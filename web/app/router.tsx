import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { authRoutes } from './routes/auth-routes.tsx'
import { contactRoutes } from './routes/contact-routes.tsx'
import { developerRoutes } from './routes/developer-routes.tsx'
import { formRoutes } from './routes/form-routes.tsx'
import { inboxRoutes } from './routes/inbox-routes.tsx'
import { notificationRoutes } from './routes/notification-routes.tsx'
import { reportRoutes } from './routes/report-routes.tsx'
import { searchRoutes } from './routes/search-routes.tsx'
import { settingsRoutes } from './routes/settings-routes.tsx'
import { ticketRoutes } from './routes/ticket-routes.tsx'
import { LoadingRows } from '../components/states.tsx'
import {
  appRoute,
  developerRoute,
  notFoundRoute,
  rootRoute,
  settingsRoute,
} from './routes/layout-routes.tsx'

const indexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/inbox', throw: true })
  },
})

/** The router with the routes of all areas. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...authRoutes,
    appRoute.addChildren([
      indexRoute,
      notFoundRoute,
      ...inboxRoutes,
      ...contactRoutes,
      ...ticketRoutes,
      ...reportRoutes,
      ...notificationRoutes,
      ...searchRoutes,
      developerRoute.addChildren([...developerRoutes, ...formRoutes]),
      settingsRoute.addChildren(settingsRoutes),
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingRows,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
