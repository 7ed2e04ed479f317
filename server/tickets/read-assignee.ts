import type { Scope } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'

/**
 * Returns the membership of a filter by assignee or follower: null for unassigned, undefined without a filter.
 *
 * @throws {AppError} validation_failed for `me` with an API key, which has no membership
 */
export function readAssignee(
  scope: Scope,
  filter: string | undefined,
  field = 'assignee_id',
): string | null | undefined {
  if (filter === undefined) return undefined
  if (filter === 'none') return null
  if (filter !== 'me') return filter
  if (scope.actor.type !== 'member')
    throw invalidField(field, 'can only be me for a signed-in member')
  return scope.actor.id
}
