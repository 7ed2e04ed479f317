/**
 * The zones of `web/`, lowest first: a file imports only from its own zone and the ones before it. `widget` is a script of
 * its own, which neither imports nor is imported.
 */
export const ZONES = ['widget', 'text', 'lib', 'components', 'features', 'app'] as const

/**
 * The files that a feature offers to others, by their path below `web/features/`, each with the features that may
 * import it. Everything else in a feature is private to it and to `web/app/`.
 */
export const PUBLIC_FILES: Readonly<Record<string, readonly string[]>> = {
  'inbox/compose.ts': ['first-run', 'notifications', 'tickets'],
  'inbox/conversation.tsx': ['tickets'],
  'inbox/list/channel-avatar.module.css': ['contacts'],
  'inbox/sla-mark.tsx': ['tickets'],
  'inbox/composer/suggestion-list.tsx': ['tickets'],
  'inbox/composer/use-suggestions.ts': ['tickets'],
  'inbox/composer/use-text-field.ts': ['tickets'],
}
