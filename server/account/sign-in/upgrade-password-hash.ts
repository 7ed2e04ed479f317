import type { Context } from '#context.ts'
import { hashPassword, isOutdated } from '../users/password-hash.ts'

/** Stores a new hash of a password that was just verified, if its hash has a former format or cost. */
export async function upgradePasswordHash(
  context: Pick<Context, 'config' | 'directory' | 'clock'>,
  email: string,
  password: string,
): Promise<void> {
  const account = await context.directory
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.id', 'accounts.password'])
    .where('users.email', '=', email)
    .where('accounts.provider_id', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password || !isOutdated(context, account.password)) return
  const hash = await hashPassword(context, password)
  // The condition on the old hash keeps a password that was changed in the meantime.
  await context.directory
    .updateTable('accounts')
    .set({ password: hash, updated_at: context.clock.now() })
    .where('id', '=', account.id)
    .where('password', '=', account.password)
    .execute()
}
