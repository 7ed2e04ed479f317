import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
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
    component: lazyPage(() => import('../../features/settings/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/shortcuts',
    component: lazyPage(
      () => import('../../features/settings/shortcuts/shortcuts-page.tsx'),
      'ShortcutsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/notifications',
    component: lazyPage(
      () => import('../../features/settings/notifications/notifications-settings-page.tsx'),
      'NotificationsSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/sessions',
    component: lazyPage(() => import('../../features/settings/sessions-page.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/apps',
    component: lazyPage(() => import('../../features/settings/apps-page.tsx'), 'AppsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/security',
    component: lazyPage(() => import('../../features/settings/security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/sso',
    component: lazyPage(() => import('../../features/settings/sso-page.tsx'), 'SsoPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/canned-replies',
    component: lazyPage(
      () => import('../../features/settings/canned-replies-page.tsx'),
      'CannedRepliesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/tags',
    component: lazyPage(() => import('../../features/settings/tags-page.tsx'), 'TagsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/workspace',
    component: lazyPage(
      () => import('../../features/settings/workspace-page.tsx'),
      'WorkspacePage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/members',
    component: lazyPage(() => import('../../features/settings/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels',
    component: lazyPage(
      () => import('../../features/settings/channels/channels-page.tsx'),
      'ChannelsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels/connect',
    validateSearch: readUrlFilters(['type', 'account']),
    component: lazyPage(
      () => import('../../features/settings/channels/connect-page.tsx'),
      'ConnectPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels/web-chat',
    component: lazyPage(
      () => import('../../features/settings/channels/new-web-chat-page.tsx'),
      'NewWebChatPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/channels/$id',
    component: lazyPage(
      () => import('../../features/settings/channels/channel-page.tsx'),
      'ChannelPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/prices',
    component: lazyPage(() => import('../../features/settings/prices-page.tsx'), 'PricesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/custom-fields',
    component: lazyPage(
      () => import('../../features/settings/custom-fields-page.tsx'),
      'CustomFieldsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/opt-out',
    component: lazyPage(() => import('../../features/settings/opt-out-page.tsx'), 'OptOutPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/templates',
    component: lazyPage(
      () => import('../../features/settings/templates-page.tsx'),
      'TemplatesPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/audit-log',
    validateSearch: readUrlFilters(AUDIT_FILTERS),
    component: lazyPage(() => import('../../features/settings/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings/instance',
    component: lazyPage(
      () => import('../../features/settings/instance/instance-page.tsx'),
      'InstancePage',
    ),
  }),
]
