import { cleanName } from '#lib/clean-name.ts'
import type { Scope } from '#db/context.ts'
import { defined } from '#lib/defined.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import type { FoundSession } from '#lib/found-session.ts'
import { getSignedIn } from '../sign-in/get-signed-in.ts'
import type { SignedIn } from '../users/schema.ts'
import { getUserId } from './change-password.ts'
import type { UpdateProfileBody } from './schema.ts'

/**
 * Updates the signed-in user's name and language. @throws {AppError} validation_failed, membership_not_found,
 * sso_session (a session of one workspace's issuer must not change the account of other workspaces)
 */
export async function updateProfile(
  scope: Scope,
  session: Pick<FoundSession, 'id' | 'membership' | 'ssoWorkspaceId'>,
  input: UpdateProfileBody,
): Promise<SignedIn> {
  const name = input.name === undefined ? undefined : cleanName(input.name)
  if (name === null) throw invalidField('name', 'must not be empty')
  const userId = await getUserId(scope)
  if (session.ssoWorkspaceId !== null) await requireOnlyWorkspace(scope, userId)
  await scope.directory
    .updateTable('users')
    .set({
      ...defined({ name, locale: input.locale }),
      updated_at: scope.clock.now(),
    })
    .where('id', '=', userId)
    .execute()
  return getSignedIn(scope, session)
}

/** Checks that the user is a member of no other workspace. @throws {AppError} sso_session */
async function requireOnlyWorkspace(scope: Scope, userId: string): Promise<void> {
  const other = await scope.directory
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', userId)
    .where('workspace_id', '<>', scope.workspaceId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (other)
    throw new AppError(
      'sso_session',
      'You are a member of several workspaces. Sign in with your password to change your profile.',
    )
}
