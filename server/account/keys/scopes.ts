/** Scopes that open routes of the API. */
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

/** Everything that a key may be created with. `read` and `write` are every `*:read` and `*:write`. */
export const SCOPES = [...ROUTE_SCOPES, 'read', 'write', 'admin', '*'] as const

/** A scope that a route asks for; `admin` is asked for by management routes of the API. */
export type RouteScope = (typeof ROUTE_SCOPES)[number] | 'admin'

/** Whether a key that holds `held` may call a route that asks for `needed`. */
export function grants(held: readonly string[], needed: RouteScope): boolean {
  if (held.includes(needed) || held.includes('admin') || held.includes('*')) return true
  if (needed === 'admin') return false
  return held.includes(needed.endsWith(':read') ? 'read' : 'write')
}
