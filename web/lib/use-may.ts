import { grants } from '#shared/grants.ts'
import type { RouteScope } from '#shared/scopes.ts'
import { useSession } from './session.ts'

/** Returns a function that says whether the member's role allows what a key needs `scope` for. */
export function useMay(): (scope: RouteScope) => boolean {
  const { scopes } = useSession().membership
  return (scope) => grants(scopes, scope)
}
