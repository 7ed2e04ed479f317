import { join } from 'node:path'

/** A page of the navigation: a file of the repository, or only a section of it under a path of its own. */
type NavPage = { file: string; section?: string; path?: string }

/** The navigation. Files that it does not name are pages too if a page links to them. */
export const NAVIGATION: readonly { title: string; pages: readonly NavPage[] }[] = [
  {
    title: 'Start',
    pages: [
      { file: 'docs/README.md' },
      { file: 'README.md', section: 'Quickstart', path: '/docs/quickstart' },
      { file: 'docs/channels.md' },
      { file: 'docs/agents.md' },
      { file: 'docs/troubleshooting.md' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      { file: 'docs/guides/send-messages.md' },
      { file: 'docs/guides/receive-messages.md' },
      { file: 'docs/guides/contacts.md' },
      { file: 'docs/guides/tickets.md' },
      { file: 'docs/guides/write-a-bot.md' },
      { file: 'docs/guides/verify-webhooks.md' },
      { file: 'docs/guides/idempotency.md' },
      { file: 'docs/guides/pagination.md' },
      { file: 'docs/guides/errors.md' },
      { file: 'docs/guides/rate-limits.md' },
      { file: 'docs/guides/replay.md' },
      { file: 'docs/guides/simulator.md' },
      { file: 'docs/guides/live-on-whatsapp.md' },
      { file: 'docs/guides/embed-web-chat.md' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { file: 'docs/api.md' },
      { file: 'docs/webhooks.md' },
      { file: 'docs/events.md' },
      { file: 'docs/errors.md' },
      { file: 'docs/clients.md' },
      { file: 'docs/versions.md' },
      { file: 'docs/mcp.md' },
      { file: 'docs/automation.md' },
      { file: 'docs/forms.md' },
      { file: 'docs/whatsapp.md' },
      { file: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Run it',
    pages: [
      { file: 'docs/settings.md' },
      { file: 'docs/operations.md' },
      { file: 'docs/operations/sizing.md' },
      { file: 'docs/operations/install.md' },
      { file: 'docs/operations/first-workspace.md' },
      { file: 'docs/security-overview.md' },
      { file: 'docs/operations/tls.md' },
      { file: 'docs/operations/accounts.md' },
      { file: 'docs/operations/health.md' },
      { file: 'docs/operations/backups.md' },
      { file: 'docs/operations/damaged-data.md' },
      { file: 'docs/operations/upgrades.md' },
      { file: 'docs/operations/failover.md' },
      { file: 'docs/operations/scaling.md' },
      { file: 'docs/operations/keys.md' },
      { file: 'docs/operations/incidents.md' },
      { file: 'docs/operations/customer-data.md' },
      { file: 'docs/alerts.md' },
      { file: 'docs/metrics.md' },
      { file: 'docs/traces.md' },
      { file: 'docs/single-sign-on.md' },
      { file: 'docs/notifications.md' },
      { file: 'docs/performance.md' },
      { file: 'ARCHITECTURE.md' },
    ],
  },
]

/** The folder that the files are in. */
export const ROOT = join(import.meta.dirname, '../../..')

/** Files that pages may show; other Markdown, such as that of installed packages, is not served. */
const SHOWN =
  /^(?:[A-Z]+\.md|docs\/(?:[\w-]+\/)*[\w-]+\.md|(?:simulator|client|integrations|ops)\/(?:[\w-]+\/)*README\.md)$/

/** Returns the path of a file's page, such as `/docs/guides/errors` for `docs/guides/errors.md`. */
export function toPagePath(file: string): string | null {
  if (!SHOWN.test(file)) return null
  if (file === 'README.md') return '/docs/readme'
  const name = file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(?:^|\/)README$/, '')
    .replace(/^[A-Z]+$/, (text) => text.toLowerCase())
  return name === '' ? '/docs' : `/docs/${name}`
}

/** Returns the files that could have a page's path, or an empty array if it can have none. */
export function toFiles(path: string): string[] {
  if (path === '/docs') return ['docs/README.md']
  const name = path.slice('/docs/'.length)
  const candidates = [
    `docs/${name}.md`,
    `docs/${name}/README.md`,
    `${name}/README.md`,
    `${name.toUpperCase()}.md`,
  ]
  if (name === 'readme') candidates.unshift('README.md')
  return candidates.filter((file) => toPagePath(file) === path)
}
