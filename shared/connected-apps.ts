/** Every scope that a tool of `/mcp` needs, which are those that a connected app can get; reading first. */
export const APP_SCOPES = [
  'contacts:read',
  'chats:read',
  'messages:read',
  'webhooks:read',
  'messages:draft',
  'messages:write',
  'tickets:write',
  'contacts:write',
] as const

/** A scope that a connected app can get. */
export type AppScope = (typeof APP_SCOPES)[number]

/** The scopes for an app that asks for none. */
export const DEFAULT_APP_SCOPES: readonly AppScope[] = [
  'contacts:read',
  'chats:read',
  'messages:read',
]

/** The scopes that only an admin can give to an app, and that it has only as long as that member is an admin. */
export const ADMIN_APP_SCOPES: readonly AppScope[] = ['webhooks:read', 'messages:write']

/** How long an authorization code and an access token are valid, in seconds. */
export const APP_SECONDS = { code: 60, access: 3_600 } as const

/** How long a connected app stays connected: unused, and at the most, in days. */
export const APP_DAYS = { unused: 30, max: 180 } as const

/** The most apps that a member can have connected to a workspace; the one that was used least recently ends. */
export const APPS_PER_MEMBER_MAX = 50

/** Longest name of an app, in characters. Longer ones are cut. */
export const APP_NAME_CHARACTERS_MAX = 100
