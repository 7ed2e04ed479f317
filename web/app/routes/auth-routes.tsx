import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './layout-routes.tsx'

const getParentRoute = () => rootRoute
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The routes that need no session. */
export const authRoutes = [
  createRoute({
    getParentRoute,
    path: '/sign-in',
    validateSearch: (search: Record<string, unknown>): { next?: string; reason?: string } => {
      const [next, reason] = [text(search['next']), text(search['reason'])]
      return { ...(next !== undefined && { next }), ...(reason !== undefined && { reason }) }
    },
    component: lazyRouteComponent(
      () => import('../../features/auth/sign-in-page.tsx'),
      'SignInPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('../../features/auth/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/reset-password',
    component: lazyRouteComponent(
      () => import('../../features/auth/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/invitations',
    component: lazyRouteComponent(
      () => import('../../features/auth/invitation-page.tsx'),
      'InvitationPage',
    ),
  }),
]
