import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from './layout-routes.tsx'
import { readChosen } from '../../features/inbox/data/filters.ts'
import type { InboxSearch } from '../../features/inbox/data/filters.ts'
import { readFirstLook } from '../../features/inbox/data/first-look.ts'

const loadPage = () => import('../../features/inbox/inbox-page.tsx')
// Who comes for the inbox, as most do, gets its code, the session and the first chats at the same time.
const isFirstPage = /^\/(inbox(\/|$)|$)/.test(window.location.pathname)
if (isFirstPage) void loadPage()
let firstLook = isFirstPage ? readFirstLook(window.location) : undefined

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/inbox',
  component: lazyRouteComponent(loadPage, 'InboxPage'),
  validateSearch: (search: Record<string, unknown>): InboxSearch => {
    const text = (name: 'view' | 'message') =>
      typeof search[name] === 'string' ? { [name]: search[name] } : {}
    return { ...text('view'), ...text('message'), ...readChosen(search) }
  },
  loader: async () => {
    await firstLook
    firstLook = undefined
  },
})

/** The inbox, with and without an open chat: one page, so that the list stays where it is. */
export const inboxRoutes = [
  inboxRoute.addChildren([
    createRoute({ getParentRoute: () => inboxRoute, path: '/' }),
    createRoute({ getParentRoute: () => inboxRoute, path: '/$chatId' }),
  ]),
]
