import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { areKeysValid, findKeyConflict, keysOf } from '#shared/shortcuts.ts'
import type { ChosenKeys } from '#shared/shortcuts.ts'
import type { FoundSession } from '#lib/found-session.ts'
import { getSignedIn } from '../sign-in/get-signed-in.ts'
import type { Preferences, SignedIn } from '../users/schema.ts'

/**
 * Updates the signed-in member's settings of the web app in this workspace. `shortcuts` replaces all keys that the member
 * chose. @throws {AppError} validation_failed, membership_not_found
 */
export async function updatePreferences(
  scope: Scope,
  session: Pick<FoundSession, 'id' | 'membership' | 'ssoWorkspaceId'>,
  input: Partial<Preferences>,
): Promise<SignedIn> {
  if (input.shortcuts) checkShortcuts(input.shortcuts)
  const { numUpdatedRows } = await updateTable(scope, 'memberships')
    .set({
      preferences: sql`coalesce(preferences, '{}') || ${JSON.stringify(input)}::jsonb`,
    })
    .where('id', '=', scope.actor.id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('membership_not_found', 'Your membership in this workspace has ended.')
  return getSignedIn(scope, session)
}

/** Checks that keys can be pressed and call one shortcut each. @throws {AppError} validation_failed */
function checkShortcuts(chosen: ChosenKeys): void {
  for (const [id, keys] of Object.entries(chosen))
    if (keys !== null && !areKeysValid(keys))
      throw invalidField(
        `shortcuts.${id}`,
        'must be a character, two characters separated by a space, or a letter or digit with mod+; browsers keep some of these for themselves',
      )
  const conflict = findKeyConflict(chosen)
  if (!conflict) return
  const [changed, other] = conflict[0] in chosen ? conflict : conflict.toReversed()
  throw invalidField(
    `shortcuts.${changed}`,
    `conflicts with ${other}, which has the keys ${keysOf(other!, chosen)}`,
  )
}
