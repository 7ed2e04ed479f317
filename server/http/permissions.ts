import type { RouteScope } from '#account/keys/scopes.ts'

/**
 * Who may call a route: an API key with a scope (and those of `also`) or a signed-in member (an admin, where the
 * scope is `admin`); a signed-in member or admin alone; or anyone, for the stated reason.
 */
export type Permission =
  | { key: RouteScope; also?: readonly RouteScope[] }
  | { session: 'member' | 'admin' }
  | { open: string }
