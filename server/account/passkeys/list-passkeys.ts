import type { WithDirectory } from '#db/context.ts'
import { toPasskey } from './schema.ts'
import type { Passkey } from './schema.ts'

/** Returns a user's passkeys, oldest first. */
export async function listPasskeys(context: WithDirectory, userId: string): Promise<Passkey[]> {
  const rows = await context.directory
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toPasskey)
}
