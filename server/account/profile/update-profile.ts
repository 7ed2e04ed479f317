import type { Scope } from '#context.ts'
import { fieldError } from '#lib/errors.ts'
import type { FoundSession } from '../users/find-session.ts'
import { getSignedIn } from '../users/get-signed-in.ts'
import type { SignedIn } from '../users/schema.ts'
import { getUserId } from './change-password.ts'
import type { UpdateProfileBody } from './schema.ts'

/**
 * Updates the signed-in user's name and language. @throws {AppError} validation_failed, membership_not_found
 */
export async function updateProfile(
  scope: Scope,
  session: Pick<FoundSession, 'membership'>,
  input: UpdateProfileBody,
): Promise<SignedIn> {
  const name = input.name?.trim()
  if (name === '') throw fieldError('validation_failed', 'name', 'must not be empty')
  const userId = await getUserId(scope)
  await scope.db
    .updateTable('users')
    .set({
      ...(name !== undefined && { name }),
      ...(input.locale !== undefined && { locale: input.locale }),
      updated_at: scope.clock.now(),
    })
    .where('id', '=', userId)
    .execute()
  return getSignedIn(scope, session)
}
