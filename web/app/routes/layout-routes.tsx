import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { ApiError } from '../../lib/api.ts'
import { loadTexts } from '../../lib/intl.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { NotFoundPage, RouteErrorPage } from '../route-states.tsx'
import { sessionQuery } from '../../lib/session.ts'

/** The root of all pages. */
export const rootRoute = createRootRoute({
  // The inbox has its texts with it; every other page waits for them.
  beforeLoad: async ({ location }) => {
    if (!/^\/(inbox(\/|$)|$)/.test(location.pathname)) await loadTexts()
  },
  notFoundComponent: NotFoundPage,
  errorComponent: RouteErrorPage,
})

/** The parent of pages for the signed-in: the shell around them. Others are led to sign in, and back. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  component: lazyRouteComponent(() => import('../shell.tsx'), 'Shell'),
  beforeLoad: async ({ location }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery)
    } catch (err) {
      if (err instanceof ApiError && err.code === 'workspace_required')
        redirect({
          to: '/sign-in' as string,
          search: { reason: 'workspace' } as never,
          throw: true,
        })
      if (err instanceof ApiError && err.status === 401)
        redirect({
          to: '/sign-in' as string,
          search: (location.href === '/' ? {} : { next: location.href }) as never,
          throw: true,
        })
      throw err
    }
  },
})

/** The parent of the pages of the developer area: its navigation around them. */
export const developerRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'developer',
  component: lazyRouteComponent(
    () => import('../../features/developer/developer-area.tsx'),
    'DeveloperArea',
  ),
})

/** The parent of the pages of the settings: their navigation around them. */
export const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  id: 'settings',
  component: lazyRouteComponent(
    () => import('../../features/settings/settings-area.tsx'),
    'SettingsArea',
  ),
})
