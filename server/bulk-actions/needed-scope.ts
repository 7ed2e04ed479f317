import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import type { RouteScope } from '#shared/scopes.ts'
import type { BulkRow } from './get-bulk-action.ts'
import type { BulkFacts } from './read-bulk-facts.ts'

/** Returns the scope that a key needs for a bulk action. Only admins erase contacts, because nothing restores them. */
export function neededScope({ subject, action }: Pick<BulkRow, 'subject' | 'action'>): RouteScope {
  return action === 'erase' ? 'admin' : `${subject}:write`
}

/**
 * Refuses an actor who must neither start nor cancel an erasure. The routes check every other scope.
 *
 * @throws {AppError} admin_required, insufficient_scope
 */
export function refuseUnlessAllowed(scope: Scope, { isAllowed }: BulkFacts): void {
  if (isAllowed) return
  if (scope.actor.type === 'member')
    throw new AppError('admin_required', 'Only an admin of the workspace can erase contacts.')
  throw new AppError('insufficient_scope', 'Erasing contacts requires the scope admin.')
}
