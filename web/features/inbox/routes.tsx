import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/layout-routes.tsx'

const component = lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage')

/** The inbox, with and without an open chat. */
export const inboxRoutes = [
  createRoute({ getParentRoute: () => appRoute, path: '/inbox', component }),
  createRoute({ getParentRoute: () => appRoute, path: '/inbox/$chatId', component }),
]
