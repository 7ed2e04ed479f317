import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../../app/layout-routes.tsx'
import { readFilters } from './data/filters.ts'
import type { ChatFilters } from './data/filters.ts'

/** What the address of the inbox says beside the chat: the view, filters in it, and the message to show. */
export type InboxSearch = { view?: string; message?: string } & ChatFilters

const loadPage = () => import('./inbox-page.tsx')
// Who comes for the inbox, as most do, need not wait for the session before its code is fetched.
if (/^\/(inbox(\/|$)|$)/.test(window.location.pathname)) void loadPage()

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/inbox',
  component: lazyRouteComponent(loadPage, 'InboxPage'),
  validateSearch: (search: Record<string, unknown>): InboxSearch => {
    const { status: _, mentioned: __, ...filters } = readFilters(search)
    const text = (name: 'view' | 'message') =>
      typeof search[name] === 'string' ? { [name]: search[name] } : {}
    return { ...text('view'), ...text('message'), ...filters }
  },
})

/** The inbox, with and without an open chat: one page, so that the list stays where it is. */
export const inboxRoutes = [
  inboxRoute.addChildren([
    createRoute({ getParentRoute: () => inboxRoute, path: '/' }),
    createRoute({ getParentRoute: () => inboxRoute, path: '/$chatId' }),
  ]),
]
