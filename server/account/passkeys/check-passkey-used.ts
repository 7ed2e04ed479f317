import { sql } from 'kysely'
import type { WithDirectory } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Checks that a session may change how its user proves who they are. If one of their workspaces requires a second factor
 * and passkeys are the only one that they have, a session that began with the password alone must first be confirmed with
 * a passkey: otherwise the password alone could add another second factor.
 *
 * @throws {AppError} second_factor_required
 */
export async function checkPasskeyUsed(
  context: WithDirectory,
  session: { id: string; userId: string },
): Promise<void> {
  const { id, userId } = session
  // Select the memberships in all workspaces, because the user has the same second factor in each of them.
  const { rows } = await sql`
    select from sessions
    where id = ${id}
      and exists (select from passkeys where user_id = ${userId})
      and not exists (select from passkeys where passkeys.id = sessions.passkey_id and user_id = ${userId})
      and not exists (select from authenticators where user_id = ${userId} and confirmed_at is not null)
      and exists (
        select from memberships join workspaces on workspaces.id = memberships.workspace_id
        where memberships.user_id = ${userId} and removed_at is null and require_second_factor
      )`.execute(context.directory)
  if (rows.length > 0) throw new AppError('second_factor_required', 'Use your passkey to continue.')
}
