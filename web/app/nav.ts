import {
  IconAddressBook,
  IconChartBar,
  IconCode,
  IconInbox,
  IconSettings,
  IconTicket,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { en } from '../text/en/index.ts'

type PageLabel = keyof (typeof en)['palette']['pages']

/** The areas of the app in the order of the rail; `keys` is the shortcut to each. */
export const AREAS: {
  id: 'inbox' | 'contacts' | 'tickets' | 'reports' | 'developer' | 'settings'
  path: string
  icon: Icon
  keys: string
  adminOnly?: boolean
}[] = [
  { id: 'inbox', path: '/inbox', icon: IconInbox, keys: 'g i' },
  { id: 'contacts', path: '/contacts', icon: IconAddressBook, keys: 'g c' },
  { id: 'tickets', path: '/tickets', icon: IconTicket, keys: 'g t' },
  { id: 'reports', path: '/reports', icon: IconChartBar, keys: 'g r' },
  { id: 'developer', path: '/developer', icon: IconCode, keys: 'g d', adminOnly: true },
  { id: 'settings', path: '/settings', icon: IconSettings, keys: 'g s' },
]

/** Pages within the areas, listed in the palette; `label` is a key of the catalogue `palette`. */
export const PAGES: { label: PageLabel; path: string; adminOnly?: boolean }[] = [
  { label: 'apiKeys', path: '/developer/keys', adminOnly: true },
  { label: 'webhooks', path: '/developer/webhooks', adminOnly: true },
  { label: 'deliveries', path: '/developer/deliveries', adminOnly: true },
  { label: 'events', path: '/developer/events', adminOnly: true },
  { label: 'inboundLog', path: '/developer/inbound', adminOnly: true },
  { label: 'signatures', path: '/developer/signatures', adminOnly: true },
  { label: 'forms', path: '/developer/forms', adminOnly: true },
  { label: 'ticketBoard', path: '/tickets/board' },
  { label: 'importContacts', path: '/contacts/import' },
  { label: 'profile', path: '/settings/profile' },
  { label: 'sessions', path: '/settings/sessions' },
  { label: 'security', path: '/settings/security' },
  { label: 'cannedReplies', path: '/settings/canned-replies' },
  { label: 'tags', path: '/settings/tags' },
  { label: 'workspace', path: '/settings/workspace', adminOnly: true },
  { label: 'members', path: '/settings/members', adminOnly: true },
  { label: 'channels', path: '/settings/channels', adminOnly: true },
  { label: 'templates', path: '/settings/templates', adminOnly: true },
  { label: 'auditLog', path: '/settings/audit-log', adminOnly: true },
]
