import { CHANNEL_TYPES } from '../shared/channel-types.ts'

/**
 * The import graph of the domains of `server/`. A family is a folder of `server/`; its parts are the folders listed
 * below it, and `.` is the family's own files. Each part lists the parts that it may import: `contacts` is the family's
 * own files, `contacts/imports` one part. A folder that is not listed must not exist.
 *
 * The floor (`lib`, `db`, `http`) has rules of its own. `domains.test.ts` keeps parts and families free of cycles.
 */
export const DOMAINS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  account: {
    audit: [],
    keys: ['account/audit', 'account/workspaces'],
    mail: ['account/audit', 'lanes'],
    notices: ['account/mail', 'account/users'],
    passkeys: ['account/mail', 'account/sessions'],
    profile: ['account/audit', 'account/mail', 'account/sessions', 'account/users'],
    security: ['account/passkeys', 'account/second-factor', 'account/sessions', 'account/users'],
    'second-factor': ['account/mail', 'account/sessions'],
    sessions: ['account/audit'],
    sso: [
      'account/audit',
      'account/mail',
      'account/notices',
      'account/sessions',
      'account/users',
      'account/workspaces',
    ],
    invitations: [
      'account/audit',
      'account/mail',
      'account/profile',
      'account/sessions',
      'account/users',
      'account/workspaces',
    ],
    users: [
      'account/audit',
      'account/mail',
      'account/second-factor',
      'account/sessions',
      'account/workspaces',
    ],
    workspaces: ['account/audit', 'account/passkeys', 'account/second-factor'],
  },
  blocks: { '.': ['account/audit', 'contacts', 'conversations', 'events'] },
  'bulk-actions': {
    '.': [
      'account/audit',
      'account/keys',
      'contacts',
      'conversations',
      'erasures',
      'events',
      'lanes',
      'merges',
      'notifications/recording',
      'tickets',
    ],
  },
  channels: {
    '.': [
      'account/audit',
      'account/notices',
      'account/workspaces',
      'lanes',
      'platforms',
      'platforms/registry',
    ],
    'by-key': ['channels', 'platforms/registry'],
    templates: ['channels', 'lanes', 'platforms', 'platforms/registry'],
  },
  contacts: {
    '.': ['account/audit', 'account/workspaces', 'events', 'platforms'],
    imports: ['account/audit', 'account/keys', 'account/workspaces', 'contacts', 'events', 'lanes'],
  },
  conversations: {
    '.': ['account/audit', 'account/users', 'channels', 'contacts', 'events'],
    'canned-replies': ['account/audit'],
    notes: ['account/audit', 'account/users', 'conversations', 'events'],
    tags: ['account/audit', 'events'],
  },
  'data-exports': {
    '.': [
      'account/audit',
      'account/mail',
      'contacts',
      'contacts/imports',
      'erasures',
      'inbound/ingest',
      'lanes',
      'messages/media',
      'platforms/registry',
    ],
  },
  erasures: {
    '.': [
      'account/audit',
      'account/mail',
      'account/workspaces',
      'contacts',
      'contacts/imports',
      'events',
      'inbound/forms',
      'inbound/ingest',
      'lanes',
      'messages',
      'messages/media',
      'platforms/registry',
      'request-log',
    ],
  },
  events: { '.': ['lanes'] },
  housekeeping: {
    '.': ['account/sso', 'conversations', 'messages', 'messages/media', 'moves', 'webhooks'],
  },
  inbound: {
    '.': ['account/audit', 'contacts', 'inbound/forms', 'inbound/ingest', 'messages', 'platforms'],
    forms: ['account/audit', 'account/workspaces', 'contacts', 'events', 'platforms/registry'],
    ingest: [
      'account/notices',
      'channels',
      'contacts',
      'conversations',
      'events',
      'inbound/forms',
      'lanes',
      'messages/receiving',
      'opt-outs',
      'platforms',
      'platforms/registry',
    ],
  },
  inbox: {
    presence: ['conversations/tags', 'events', 'lanes', 'messages/drafts'],
    search: ['contacts', 'conversations', 'conversations/notes', 'messages', 'tickets'],
    threads: ['conversations', 'conversations/notes', 'messages'],
    views: ['account/audit', 'account/users'],
  },
  lanes: { '.': [] },
  mcp: {
    '.': [
      'account/keys',
      'channels',
      'contacts',
      'conversations',
      'inbox/threads',
      'messages',
      'messages/drafts',
      'messages/queueing',
      'platforms/registry',
      'tickets',
      'webhooks/outcomes',
    ],
  },
  members: { '.': ['account/audit', 'account/users', 'conversations', 'events', 'tickets'] },
  merges: { '.': ['account/audit', 'contacts', 'conversations', 'events', 'tickets'] },
  messages: {
    '.': [
      'channels',
      'conversations',
      'messages/media',
      'platforms',
      'platforms/registry',
      'pricing',
    ],
    drafts: [
      'account/keys',
      'conversations',
      'events',
      'messages',
      'messages/queueing',
      'platforms/registry',
    ],
    media: [],
    queueing: [
      'account/workspaces',
      'channels/templates',
      'contacts',
      'conversations',
      'events',
      'messages',
      'messages/receiving',
      'messages/uploads',
      'platforms/registry',
    ],
    receiving: [
      'contacts',
      'conversations',
      'events',
      'messages',
      'opt-outs',
      'platforms',
      'platforms/registry',
    ],
    'receiving/media': [
      'channels',
      'events',
      'lanes',
      'messages',
      'messages/media',
      'messages/receiving',
      'platforms',
      'platforms/registry',
    ],
    sending: [
      'account/notices',
      'channels',
      'conversations',
      'events',
      'lanes',
      'messages',
      'messages/media',
      'messages/receiving',
      'messages/uploads',
      'opt-outs',
      'platforms',
      'platforms/registry',
      'pricing',
    ],
    uploads: ['messages/media', 'platforms/registry'],
  },
  moves: { '.': ['lanes'] },
  notifications: {
    '.': ['account/users', 'contacts', 'events'],
    devices: ['account/sessions', 'account/users', 'notifications'],
    mailing: ['account/mail', 'notifications'],
    pushing: ['lanes', 'notifications', 'notifications/devices'],
    recording: [
      'conversations',
      'lanes',
      'notifications',
      'notifications/devices',
      'notifications/mailing',
      'tickets',
    ],
  },
  'opt-outs': { '.': ['account/audit', 'contacts', 'events'] },
  platforms: {
    '.': [],
    meta: ['platforms'],
    ...Object.fromEntries(CHANNEL_TYPES.map((type) => [type, ['platforms', 'platforms/meta']])),
    registry: ['platforms', ...CHANNEL_TYPES.map((type) => `platforms/${type}`)],
  },
  pricing: { '.': ['account/audit', 'contacts/imports'] },
  program: {
    commands: [
      'account/keys',
      'account/mail',
      'account/passkeys',
      'account/profile',
      'account/second-factor',
      'account/sso',
      'account/users',
      'account/workspaces',
      'channels',
      'data-exports',
      'erasures',
      'inbound/forms',
      'messages/media',
      'messages/receiving',
      'moves',
      'program/start',
    ],
    demo: [
      'account/keys',
      'account/users',
      'account/workspaces',
      'channels',
      'contacts',
      'conversations',
      'inbound/forms',
      'conversations/tags',
      'messages',
      'messages/media',
      'messages/receiving',
      'tickets',
      'tickets/activity',
    ],
    start: ['events', 'lanes', 'program/demo'],
  },
  'request-log': { '.': [] },
  reports: { '.': ['account/audit', 'account/users', 'account/workspaces', 'pricing'] },
  tickets: {
    '.': [
      'account/audit',
      'account/users',
      'contacts',
      'conversations',
      'events',
      'messages/media',
    ],
    activity: [
      'account/audit',
      'account/users',
      'conversations',
      'conversations/notes',
      'events',
      'tickets',
    ],
  },
  webhooks: {
    '.': [
      'account/audit',
      'account/users',
      'contacts',
      'conversations',
      'conversations/notes',
      'events',
      'lanes',
      'messages',
      'tickets',
      'tickets/activity',
    ],
    'by-key': ['webhooks', 'webhooks/delivering'],
    delivering: ['account/notices', 'events', 'lanes', 'webhooks'],
    outcomes: ['account/users', 'events', 'webhooks'],
    replays: ['account/audit', 'events', 'lanes', 'webhooks'],
    signatures: ['webhooks'],
  },
}

/** Every part by its path below `server/`, with the parts that it may import. */
export const PARTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(DOMAINS).flatMap(([family, parts]) =>
    Object.entries(parts).map(([part, imports]): [string, readonly string[]] => [
      part === '.' ? family : `${family}/${part}`,
      imports,
    ]),
  ),
)

/**
 * Returns the part that holds `path` (from the repository's root), by the longest listed folder;
 * undefined when no part does.
 */
export function partOf(path: string): string | undefined {
  let folder = path.slice('server/'.length)
  while (folder.includes('/')) {
    folder = folder.slice(0, folder.lastIndexOf('/'))
    if (PARTS.has(folder)) return folder
  }
  return undefined
}
