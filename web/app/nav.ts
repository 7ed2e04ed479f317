import {
  IconAddressBook,
  IconChartBar,
  IconCode,
  IconInbox,
  IconSettings,
  IconTicket,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ShortcutId } from '#shared/shortcuts.ts'
import type { en } from '../text/en.ts'

type PageLabel = keyof (typeof en)['palette']['pages']

/** The areas of the app in the order of the rail; `shortcut` opens each. */
export const AREAS: {
  id: 'inbox' | 'contacts' | 'tickets' | 'reports' | 'developer' | 'settings'
  path: string
  icon: Icon
  shortcut: ShortcutId
  adminOnly?: boolean
}[] = [
  { id: 'inbox', path: '/inbox', icon: IconInbox, shortcut: 'go_inbox' },
  { id: 'contacts', path: '/contacts', icon: IconAddressBook, shortcut: 'go_contacts' },
  { id: 'tickets', path: '/tickets', icon: IconTicket, shortcut: 'go_tickets' },
  { id: 'reports', path: '/reports', icon: IconChartBar, shortcut: 'go_reports' },
  {
    id: 'developer',
    path: '/developer',
    icon: IconCode,
    shortcut: 'go_developer',
    adminOnly: true,
  },
  { id: 'settings', path: '/settings', icon: IconSettings, shortcut: 'go_settings' },
]

/** Pages within the areas, listed in the palette; `label` is a key of the catalogue `palette`. */
export const PAGES: {
  label: PageLabel
  path: string
  adminOnly?: boolean
  operatorOnly?: boolean
}[] = [
  { label: 'apiKeys', path: '/developer/keys', adminOnly: true },
  { label: 'allApps', path: '/developer/apps', adminOnly: true },
  { label: 'apiRequests', path: '/developer/requests', adminOnly: true },
  { label: 'webhooks', path: '/developer/webhooks', adminOnly: true },
  { label: 'deliveries', path: '/developer/deliveries', adminOnly: true },
  { label: 'events', path: '/developer/events', adminOnly: true },
  { label: 'inboundLog', path: '/developer/inbound', adminOnly: true },
  { label: 'signatures', path: '/developer/signatures', adminOnly: true },
  { label: 'forms', path: '/developer/forms', adminOnly: true },
  { label: 'formAttention', path: '/developer/forms/attention', adminOnly: true },
  { label: 'ticketBoard', path: '/tickets/board' },
  { label: 'importContacts', path: '/contacts/import' },
  { label: 'search', path: '/search' },
  { label: 'notifications', path: '/notifications' },
  { label: 'profile', path: '/settings/profile' },
  { label: 'notificationSettings', path: '/settings/notifications' },
  { label: 'sessions', path: '/settings/sessions' },
  { label: 'security', path: '/settings/security' },
  { label: 'apps', path: '/settings/apps' },
  { label: 'shortcuts', path: '/settings/shortcuts' },
  { label: 'cannedReplies', path: '/settings/canned-replies' },
  { label: 'tags', path: '/settings/tags' },
  { label: 'workspace', path: '/settings/workspace', adminOnly: true },
  { label: 'members', path: '/settings/members', adminOnly: true },
  { label: 'channels', path: '/settings/channels', adminOnly: true },
  { label: 'connectChannel', path: '/settings/channels/connect', adminOnly: true },
  { label: 'createWebChat', path: '/settings/channels/web-chat', adminOnly: true },
  { label: 'templates', path: '/settings/templates', adminOnly: true },
  { label: 'prices', path: '/settings/prices', adminOnly: true },
  { label: 'customFields', path: '/settings/custom-fields', adminOnly: true },
  { label: 'optOut', path: '/settings/opt-out', adminOnly: true },
  { label: 'sso', path: '/settings/sso', adminOnly: true },
  { label: 'auditLog', path: '/settings/audit-log', adminOnly: true },
  { label: 'instance', path: '/settings/instance', operatorOnly: true },
]
