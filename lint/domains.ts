/**
 * Which domains each folder of `server/` may import; a folder that is not listed may not exist.
 * The floor (`lib`, `db`, `http`) has rules of its own. `'*'`: any domain. Kept acyclic by a test.
 */
export const DOMAINS: Readonly<Record<string, readonly string[] | '*'>> = {
  lanes: [],
  media: [],
  workspaces: [],
  events: ['lanes'],
  keys: ['workspaces'],
  users: ['workspaces'],
  mail: ['lanes'],
  notices: ['mail', 'users'],
  channels: ['workspaces', 'lanes'],
  contacts: ['workspaces', 'events'],
  conversations: ['contacts', 'channels', 'events'],
  messages: ['conversations', 'contacts', 'channels', 'events', 'lanes', 'media', 'workspaces'],
  tickets: ['contacts', 'messages', 'events', 'users'],
  webhooks: ['events', 'lanes', 'notices', 'users'],
  forms: ['contacts', 'workspaces', 'events'],
  ingest: [
    'forms',
    'channels',
    'contacts',
    'conversations',
    'messages',
    'events',
    'lanes',
    'media',
  ],
  demo: [
    'workspaces',
    'users',
    'keys',
    'channels',
    'forms',
    'contacts',
    'conversations',
    'messages',
    'tickets',
  ],
  start: ['lanes', 'demo', 'events'],
  commands: ['start', 'workspaces', 'users', 'keys', 'channels', 'forms'],
}
