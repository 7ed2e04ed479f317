import type { Context } from '#context.ts'

/** Locks a user, so that sign-ins wait until the caller's transaction has changed how the user signs in. */
export async function lockUser(tx: Pick<Context, 'directory'>, userId: string): Promise<void> {
  await tx.directory
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}
