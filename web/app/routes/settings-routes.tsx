import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { settingsRoute } from './layout-routes.tsx'
import { AUDIT_FILTERS } from '../../features/settings/audit-filters.ts'
import { readUrlFilters } from '../../lib/use-url-filters.ts'

const getParentRoute = () => settingsRoute

/** The routes of the settings. */
export const settingsRoutes = [
  createRoute({
    getParentRoute,
    path: '/settings',
    beforeLoad: () => {
      redirect({ to: '/settings/profile', replace: true, throw: true })
    },
  }),
  createRoute({
    getParentRoute,
    path: '/settings/profile',
    component: lazyRouteComponent(
      () => import('../../features/settings/profile-page.tsx'),
      'ProfilePage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/shortcuts',
    component: lazyRouteComponent(
      () => import('../../features/settings/shortcuts/shortcuts-page.tsx'),
      'ShortcutsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/notifications',
    component: lazyRouteComponent(
      () => import('../../features/settings/notifications/notifications-settings-page.tsx'),
      'NotificationsSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/sessions',
    component: lazyRouteComponent(
      () => import('../../features/settings/sessions-page.tsx'),
      'SessionsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/apps',
    component: lazyRouteComponent(
      () => import('../../features/settings/apps-page.tsx'),
      'AppsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/security',
    component: lazyRouteComponent(
      () => import('../../features/settings/security-page.tsx'),
      'SecurityPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/sso',
    component: lazyRouteComponent(() => import('../../features/settings/sso-page.tsx'), 'SsoPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/canned-replies',
    component: lazyRouteComponent(
      () => import('../../features/settings/canned-replies-page.tsx'),
      'CannedRepliesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/tags',
    component: lazyRouteComponent(
      () => import('../../features/settings/tags-page.tsx'),
      'TagsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/workspace',
    component: lazyRouteComponent(
      () => import('../../features/settings/workspace-page.tsx'),
      'WorkspacePage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/members',
    component: lazyRouteComponent(
      () => import('../../features/settings/members-page.tsx'),
      'MembersPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels',
    component: lazyRouteComponent(
      () => import('../../features/settings/channels/channels-page.tsx'),
      'ChannelsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels/connect',
    validateSearch: readUrlFilters(['type', 'account']),
    component: lazyRouteComponent(
      () => import('../../features/settings/channels/connect-page.tsx'),
      'ConnectPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels/web-chat',
    component: lazyRouteComponent(
      () => import('../../features/settings/channels/new-web-chat-page.tsx'),
      'NewWebChatPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels/$id',
    component: lazyRouteComponent(
      () => import('../../features/settings/channels/channel-page.tsx'),
      'ChannelPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/prices',
    component: lazyRouteComponent(
      () => import('../../features/settings/prices-page.tsx'),
      'PricesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/custom-fields',
    component: lazyRouteComponent(
      () => import('../../features/settings/custom-fields-page.tsx'),
      'CustomFieldsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/opt-out',
    component: lazyRouteComponent(
      () => import('../../features/settings/opt-out-page.tsx'),
      'OptOutPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/templates',
    component: lazyRouteComponent(
      () => import('../../features/settings/templates-page.tsx'),
      'TemplatesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/audit-log',
    validateSearch: readUrlFilters(AUDIT_FILTERS),
    component: lazyRouteComponent(
      () => import('../../features/settings/audit-page.tsx'),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/instance',
    component: lazyRouteComponent(
      () => import('../../features/settings/instance/instance-page.tsx'),
      'InstancePage',
    ),
  }),
]
