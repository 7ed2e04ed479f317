/** Every scope that opens read routes of one kind of data. */
export const READ_SCOPES = [
  'chats:read',
  'messages:read',
  'contacts:read',
  'tickets:read',
  'events:read',
  'reports:read',
  'webhooks:read',
] as const

/** Every scope that opens write routes of one kind of data. */
export const WRITE_SCOPES = [
  'chats:write',
  'messages:write',
  'messages:draft',
  'notes:write',
  'contacts:write',
  'tickets:write',
  'webhooks:write',
] as const

/** Every scope that includes others: `read` and `write` are every `*:read` and `*:write`. */
export const WIDE_SCOPES = ['read', 'write', 'admin', '*'] as const

/** Every scope that a route of the versioned API can require, `admin` apart. */
export const ROUTE_SCOPES = [...READ_SCOPES, ...WRITE_SCOPES] as const

/** Every scope that a key can be created with. */
export const SCOPES = [...ROUTE_SCOPES, ...WIDE_SCOPES] as const

/** A scope that a key can be created with. */
export type Scope = (typeof SCOPES)[number]

/** A scope that a route requires; management routes require `admin`. */
export type RouteScope = (typeof ROUTE_SCOPES)[number] | 'admin'
