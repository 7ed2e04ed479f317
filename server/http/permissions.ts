import type { RouteScope } from '../keys/scopes.ts'

/**
 * Who may call a route: an API key with a scope, a signed-in member or admin of the workspace, or anyone,
 * for the stated reason.
 */
export type Permission = { key: RouteScope } | { session: 'member' | 'admin' } | { open: string }
