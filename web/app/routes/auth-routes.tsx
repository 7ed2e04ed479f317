import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { pagesBelow } from '../pages-below.ts'
import { ParleyError } from '#client/core.ts'
import { authorizePath } from '../../lib/authorize-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import { rootRoute } from './layout-routes.tsx'

const getParentRoute = () => rootRoute
const page = pagesBelow(getParentRoute)
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The routes outside the shell: those that need no session, and the one that sets up a required second factor. */
export const authRoutes = [
  createRoute({
    getParentRoute,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): { next?: string; reason?: string } => {
      const [next, reason] = [text(search['next']), text(search['reason'])]
      return { ...(next !== undefined && { next }), ...(reason !== undefined && { reason }) }
    },
    component: lazyPage(() => import('../../features/auth/sign-in-page.tsx')),
  }),
  page('/forgot-password', () => import('../../features/auth/forgot-password-page.tsx')),
  page('/reset-password', () => import('../../features/auth/reset-password-page.tsx')),
  page('/invitations', () => import('../../features/auth/invitation-page.tsx')),
  createRoute({
    getParentRoute,
    path: '/second-factor',
    beforeLoad: async () => {
      const session = await queryClient.ensureQueryData(sessionQuery).catch((err: unknown) => {
        if (!(err instanceof ParleyError) || err.status !== 401) throw err
      })
      if (!session) redirect({ to: '/sign-in', throw: true })
      else if (!session.must_set_up_second_factor)
        redirect({ to: '/settings/security', throw: true })
    },
    component: lazyPage(() => import('../required-factor-route.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/authorize',
    beforeLoad: async () => {
      try {
        const session = await queryClient.ensureQueryData(sessionQuery)
        if (session.must_use_sso) redirect({ to: '/sso/required', throw: true })
        if (session.must_set_up_second_factor) redirect({ to: '/second-factor', throw: true })
      } catch (err) {
        if (!(err instanceof ParleyError)) throw err
        if (err.code === 'workspace_required')
          redirect({ to: '/sign-in', search: { reason: 'workspace' }, throw: true })
        if (err.status !== 401) throw err
        redirect({ to: '/sign-in', search: { next: authorizePath }, throw: true })
      }
    },
    component: lazyPage(() => import('../authorize-route.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/sso',
    validateSearch: (
      search: Record<string, unknown>,
    ): { next?: string; reason?: string; workspace?: string } => {
      const [next, reason] = [text(search['next']), text(search['reason'])]
      const workspace = text(search['workspace'])
      return {
        ...(next !== undefined && { next }),
        ...(reason !== undefined && { reason }),
        ...(workspace !== undefined && { workspace }),
      }
    },
    component: lazyPage(() => import('../../features/auth/sso-page.tsx')),
  }),
  page('/sso/link', () => import('../../features/auth/sso-link-page.tsx')),
  createRoute({
    getParentRoute,
    path: '/sso/required',
    beforeLoad: async () => {
      const session = await queryClient.ensureQueryData(sessionQuery).catch((err: unknown) => {
        if (!(err instanceof ParleyError) || err.status !== 401) throw err
      })
      if (!session) redirect({ to: '/sign-in', throw: true })
      else if (!session.must_use_sso) redirect({ to: '/', throw: true })
    },
    component: lazyPage(() => import('../../features/auth/required-sso-page.tsx')),
  }),
]
