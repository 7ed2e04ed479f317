import { createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { ParleyError } from '#client/core.ts'
import { loadTexts } from '../../lib/intl.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { RouteErrorPage } from '../route-states.tsx'
import { appConfigQuery, sessionQuery } from '../../lib/session.ts'

/** The root route. */
export const rootRoute = createRootRoute({
  // The inbox includes its English texts; every other page waits until the texts are loaded.
  beforeLoad: async ({ location }) => {
    if (!/^\/(inbox(\/|$)|$)/.test(location.pathname)) await loadTexts()
  },
  errorComponent: RouteErrorPage,
  // A member arrives there from another program, so the page says at once that it loads. The other pages are there within a second.
  ...(window.location.pathname === '/authorize' && { pendingMs: 0 }),
})

/** Reads the configuration once: the shell has a place for the first steps of a demo from the start. Without an answer, it does without. */
async function readConfig(): Promise<void> {
  if (!queryClient.getQueryState(appConfigQuery.queryKey))
    await queryClient.prefetchQuery(appConfigQuery)
}

/**
 * The parent of routes that need a session; renders the shell. Without a session it redirects to the sign-in page,
 * which leads back afterwards.
 */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: lazyPage(() => import('../shell.tsx')),
  beforeLoad: async ({ location }) => {
    try {
      const [session] = await Promise.all([queryClient.ensureQueryData(sessionQuery), readConfig()])
      if (session.must_use_sso) redirect({ to: '/sso/required', throw: true })
      if (session.must_set_up_second_factor) redirect({ to: '/second-factor', throw: true })
    } catch (err) {
      if (err instanceof ParleyError && err.code === 'workspace_required')
        redirect({
          to: '/sign-in',
          search: { reason: 'workspace' },
          throw: true,
        })
      if (err instanceof ParleyError && err.status === 401)
        redirect({
          to: '/sign-in',
          search: location.href === '/' ? {} : { next: location.href },
          throw: true,
        })
      throw err
    }
  },
})

/** Every address that no other route has. */
export const notFoundRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '$',
  component: lazyPage(() => import('../not-found-page.tsx')),
})

/** The parent of the routes of the developer area; renders its navigation. */
export const developerRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'developer',
  component: lazyPage(() => import('../../features/developer/developer-area.tsx')),
})

/** The parent of the routes of the settings; renders their navigation. */
export const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'settings',
  component: lazyPage(() => import('../../features/settings/settings-area.tsx')),
})
