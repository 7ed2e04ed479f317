import type { RouteScope } from '#shared/scopes.ts'

/** Returns whether a key with the scopes `held` can call a route that requires `needed`. */
export function grants(held: readonly string[], needed: RouteScope): boolean {
  if (held.includes(needed) || held.includes('admin') || held.includes('*')) return true
  if (needed === 'admin') return false
  // A key that may send may also propose.
  if (needed === 'messages:draft' && held.includes('messages:write')) return true
  // A key that may change conversations may also write notes about them.
  if (needed === 'notes:write' && held.includes('chats:write')) return true
  return held.includes(needed.endsWith(':read') ? 'read' : 'write')
}
