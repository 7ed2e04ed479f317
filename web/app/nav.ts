import {
  IconAddressBook,
  IconChartBar,
  IconCode,
  IconInbox,
  IconSettings,
  IconTicket,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { RouteScope } from '#shared/scopes.ts'
import type { ShortcutId } from '#shared/shortcuts.ts'
import type { TextName } from '../lib/text-name.ts'

/** The areas of the app in the order of the rail; `shortcut` opens each. */
export const AREAS: {
  id: 'inbox' | 'contacts' | 'tickets' | 'reports' | 'developer' | 'settings'
  path: string
  icon: Icon
  shortcut: ShortcutId
  adminOnly?: boolean
  /** The scope that a role needs to see it. */
  scope?: RouteScope
  /** Whether a phone has it in the user menu, not in its bar, which has five places. */
  isMinor?: boolean
}[] = [
  { id: 'inbox', path: '/inbox', icon: IconInbox, shortcut: 'go_inbox', scope: 'chats:read' },
  {
    id: 'contacts',
    path: '/contacts',
    icon: IconAddressBook,
    shortcut: 'go_contacts',
    scope: 'contacts:read',
  },
  {
    id: 'tickets',
    path: '/tickets',
    icon: IconTicket,
    shortcut: 'go_tickets',
    scope: 'tickets:read',
  },
  {
    id: 'reports',
    path: '/reports',
    icon: IconChartBar,
    shortcut: 'go_reports',
    scope: 'reports:read',
    isMinor: true,
  },
  {
    id: 'developer',
    path: '/developer',
    icon: IconCode,
    shortcut: 'go_developer',
    adminOnly: true,
    isMinor: true,
  },
  {
    id: 'settings',
    path: '/settings',
    icon: IconSettings,
    shortcut: 'go_settings',
    isMinor: true,
  },
]

/** Returns the areas that a member sees. */
export function areasOf(isAdmin: boolean, may: (scope: RouteScope) => boolean): typeof AREAS {
  return AREAS.filter(({ adminOnly, scope }) => (isAdmin || !adminOnly) && (!scope || may(scope)))
}

/** Pages within the areas, listed in the palette; by their titles or by names that say more. */
export const PAGES: {
  label: TextName
  path: string
  adminOnly?: boolean
  operatorOnly?: boolean
}[] = [
  { label: 'developer.keys.title', path: '/developer/keys', adminOnly: true },
  { label: 'palette.pages.allApps', path: '/developer/apps', adminOnly: true },
  { label: 'developer.requests.title', path: '/developer/requests', adminOnly: true },
  { label: 'developer.webhooks.title', path: '/developer/webhooks', adminOnly: true },
  { label: 'palette.pages.deliveries', path: '/developer/deliveries', adminOnly: true },
  { label: 'developer.events.title', path: '/developer/events', adminOnly: true },
  { label: 'developer.inbound.title', path: '/developer/inbound', adminOnly: true },
  { label: 'developer.signatures.title', path: '/developer/signatures', adminOnly: true },
  { label: 'forms.title', path: '/developer/forms', adminOnly: true },
  { label: 'palette.pages.formAttention', path: '/developer/forms/attention', adminOnly: true },
  { label: 'palette.pages.ticketBoard', path: '/tickets/board' },
  { label: 'contacts.imports.title', path: '/contacts/import' },
  { label: 'search.title', path: '/search' },
  { label: 'notifications.title', path: '/notifications' },
  { label: 'settings.profile.title', path: '/settings/profile' },
  { label: 'palette.pages.notificationSettings', path: '/settings/notifications' },
  { label: 'settings.sessions.title', path: '/settings/sessions' },
  { label: 'security.title', path: '/settings/security' },
  { label: 'apps.title', path: '/settings/apps' },
  { label: 'palette.pages.shortcuts', path: '/settings/shortcuts' },
  { label: 'settings.replies.title', path: '/settings/canned-replies' },
  { label: 'settings.tags.title', path: '/settings/tags' },
  { label: 'settings.macros.title', path: '/settings/macros' },
  { label: 'palette.pages.workspace', path: '/settings/workspace', adminOnly: true },
  { label: 'settings.members.title', path: '/settings/members', adminOnly: true },
  { label: 'settings.teams.title', path: '/settings/teams', adminOnly: true },
  { label: 'settings.hours.title', path: '/settings/business-hours', adminOnly: true },
  { label: 'settings.bots.title', path: '/settings/bots', adminOnly: true },
  { label: 'settings.sla.title', path: '/settings/sla', adminOnly: true },
  { label: 'settings.rules.title', path: '/settings/rules', adminOnly: true },
  { label: 'settings.roles.title', path: '/settings/roles', adminOnly: true },
  { label: 'settings.channels.title', path: '/settings/channels', adminOnly: true },
  { label: 'palette.pages.connectChannel', path: '/settings/channels/connect', adminOnly: true },
  { label: 'palette.pages.createWebChat', path: '/settings/channels/web-chat', adminOnly: true },
  { label: 'settings.templates.title', path: '/settings/templates', adminOnly: true },
  { label: 'settings.prices.title', path: '/settings/prices', adminOnly: true },
  { label: 'settings.customFields.title', path: '/settings/custom-fields', adminOnly: true },
  { label: 'settings.ticketTypes.title', path: '/settings/ticket-types', adminOnly: true },
  { label: 'settings.optOut.title', path: '/settings/opt-out', adminOnly: true },
  { label: 'settings.csat.title', path: '/settings/ratings', adminOnly: true },
  { label: 'sso.title', path: '/settings/sso', adminOnly: true },
  { label: 'settings.audit.title', path: '/settings/audit-log', adminOnly: true },
  { label: 'palette.pages.instance', path: '/settings/instance', operatorOnly: true },
]
