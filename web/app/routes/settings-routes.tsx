import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { pagesBelow, tablesBelow } from '../pages-below.ts'
import { settingsRoute } from './layout-routes.tsx'
import { readUrlFilters } from '../../lib/use-url-filters.ts'

const getParentRoute = () => settingsRoute
const page = pagesBelow(getParentRoute)
const table = tablesBelow(getParentRoute)

/** The routes of the settings; the frame of the area shows the index. */
export const settingsRoutes = [
  createRoute({
    getParentRoute,
    path: '/settings',
    component: () => null,
  }),
  page('/settings/profile', () => import('../../features/settings/profile-page.tsx')),
  page('/settings/shortcuts', () => import('../../features/settings/shortcuts/shortcuts-page.tsx')),
  page(
    '/settings/notifications',
    () => import('../../features/settings/notifications/notifications-settings-page.tsx'),
  ),
  page('/settings/sessions', () => import('../../features/settings/sessions-page.tsx')),
  page('/settings/apps', () => import('../../features/settings/apps-page.tsx')),
  page('/settings/security', () => import('../../features/settings/security-page.tsx')),
  page('/settings/sso', () => import('../../features/settings/sso-page.tsx')),
  page('/settings/canned-replies', () => import('../../features/settings/canned-replies-page.tsx')),
  page('/settings/tags', () => import('../../features/settings/tags-page.tsx')),
  page('/settings/workspace', () => import('../../features/settings/workspace-page.tsx')),
  page('/settings/members', () => import('../../features/settings/members-page.tsx')),
  page('/settings/teams', () => import('../../features/settings/teams/teams-page.tsx')),
  page('/settings/sla', () => import('../../features/settings/sla/sla-page.tsx')),
  page('/settings/business-hours', () => import('../../features/settings/hours/hours-page.tsx')),
  page('/settings/bots', () => import('../../features/settings/bots/bots-page.tsx')),
  page('/settings/rules', () => import('../../features/settings/rules/rules-page.tsx')),
  page('/settings/macros', () => import('../../features/settings/macros/macros-page.tsx')),
  page('/settings/roles', () => import('../../features/settings/roles/roles-page.tsx')),
  page('/settings/channels', () => import('../../features/settings/channels/channels-page.tsx')),
  createRoute({
    getParentRoute,
    path: '/settings/channels/connect',
    validateSearch: readUrlFilters(['type', 'account']),
    component: lazyPage(() => import('../../features/settings/channels/connect-page.tsx')),
  }),
  page(
    '/settings/channels/web-chat',
    () => import('../../features/settings/channels/new-web-chat-page.tsx'),
  ),
  page('/settings/channels/$id', () => import('../../features/settings/channels/channel-page.tsx')),
  page('/settings/prices', () => import('../../features/settings/prices-page.tsx')),
  page('/settings/custom-fields', () => import('../../features/settings/custom-fields-page.tsx')),
  page('/settings/ticket-types', () => import('../../features/settings/ticket-types-page.tsx')),
  page('/settings/ratings', () => import('../../features/settings/csat/csat-page.tsx')),
  page('/settings/opt-out', () => import('../../features/settings/opt-out-page.tsx')),
  page('/settings/templates', () => import('../../features/settings/templates-page.tsx')),
  table(
    '/settings/audit-log',
    () => import('../../features/settings/audit-page.tsx'),
    () => import('../../features/settings/audit-entry-page.tsx'),
  ),
  page('/settings/instance', () => import('../../features/settings/instance/instance-page.tsx')),
]
