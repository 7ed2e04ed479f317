import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { appRoute } from './layout-routes.tsx'
import { readChosen } from '../../features/inbox/data/filters.ts'
import type { InboxSearch } from '../../features/inbox/data/filters.ts'
import { loadThreadPart } from '../../features/inbox/thread/thread-part.ts'
import { preloadInbox } from '../../features/inbox/data/preload-inbox.ts'

const loadPage = () => import('../../features/inbox/inbox-page.tsx')
// Most visits open the inbox first, so its code, the session and the first conversations load in parallel.
const isFirstPage = /^\/(inbox(\/|$)|$)/.test(window.location.pathname)
if (isFirstPage) void loadPage().catch(() => undefined)
// So does the code of an open conversation. The page itself repeats what fails here.
if (/^\/inbox\/./.test(window.location.pathname)) void loadThreadPart().catch(() => undefined)
let preloading = isFirstPage ? preloadInbox(window.location) : undefined

const inboxRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/inbox',
  component: lazyPage(loadPage),
  validateSearch: (search: Record<string, unknown>): InboxSearch => {
    const text = (name: 'view' | 'message') =>
      typeof search[name] === 'string' ? { [name]: search[name] } : {}
    return { ...text('view'), ...text('message'), ...readChosen(search) }
  },
  loader: async () => {
    await preloading
    preloading = undefined
  },
})

/**
 * The routes of the inbox, with and without an open conversation. Both share one page so that the list keeps its
 * scroll position.
 */
export const inboxRoutes = [
  inboxRoute.addChildren([
    createRoute({ getParentRoute: () => inboxRoute, path: '/' }),
    createRoute({ getParentRoute: () => inboxRoute, path: '/$chatId' }),
  ]),
]
