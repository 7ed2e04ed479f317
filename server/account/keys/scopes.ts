/** The scopes that routes require. */
export const ROUTE_SCOPES = [
  'chats:read',
  'messages:read',
  'contacts:read',
  'tickets:read',
  'events:read',
  'reports:read',
  'chats:write',
  'messages:write',
  'contacts:write',
  'tickets:write',
] as const

/** The scopes that a key can have. `read` and `write` include every `*:read` and `*:write`. */
export const SCOPES = [...ROUTE_SCOPES, 'read', 'write', 'admin', '*'] as const

/** A scope that a route can require. Management routes of the API require `admin`. */
export type RouteScope = (typeof ROUTE_SCOPES)[number] | 'admin'

/** Returns whether a key with the scopes `held` can call a route that requires `needed`. */
export function grants(held: readonly string[], needed: RouteScope): boolean {
  if (held.includes(needed) || held.includes('admin') || held.includes('*')) return true
  if (needed === 'admin') return false
  return held.includes(needed.endsWith(':read') ? 'read' : 'write')
}
