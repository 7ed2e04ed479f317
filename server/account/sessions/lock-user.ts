import type { WithDirectory } from '#db/context.ts'

/**
 * Locks a user, so that sign-ins wait until the caller's transaction has changed how the user signs in. `share` is the lock of
 * sign-ins, which do not wait for each other.
 */
export async function lockUser(
  tx: WithDirectory,
  userId: string,
  lock: 'change' | 'share' = 'change',
): Promise<void> {
  const user = tx.directory.selectFrom('users').select('id').where('id', '=', userId)
  await (lock === 'share' ? user.forShare() : user.forNoKeyUpdate()).execute()
}
