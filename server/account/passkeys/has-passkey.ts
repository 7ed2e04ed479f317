import type { WithDirectory } from '#db/context.ts'

/** Returns whether a user has a passkey. */
export async function hasPasskey(context: WithDirectory, userId: string): Promise<boolean> {
  const row = await context.directory
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
