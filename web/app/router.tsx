import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { authRoutes } from '../features/auth/routes.tsx'
import { contactRoutes } from '../features/contacts/routes.tsx'
import { developerRoutes } from '../features/developer/routes.tsx'
import { formRoutes } from '../features/forms/routes.tsx'
import { inboxRoutes } from '../features/inbox/routes.tsx'
import { reportRoutes } from '../features/reports/routes.tsx'
import { settingsRoutes } from '../features/settings/routes.tsx'
import { ticketRoutes } from '../features/tickets/routes.tsx'
import { LoadingRows } from '../components/states.tsx'
import { appRoute, developerRoute, rootRoute, settingsRoute } from './layout-routes.tsx'

const indexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/inbox' as string, throw: true })
  },
})

/** Every page of the app: each area lists its own. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...authRoutes,
    appRoute.addChildren([
      indexRoute,
      ...inboxRoutes,
      ...contactRoutes,
      ...ticketRoutes,
      ...reportRoutes,
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
