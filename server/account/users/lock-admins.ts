import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/**
 * Locks the memberships of a workspace's admins until the transaction ends, and returns their ids: of two changes that
 * could leave no admin, the second sees the first.
 */
export async function lockAdmins(tx: Scope): Promise<string[]> {
  const admins = await selectFrom(tx, 'memberships')
    .select('id')
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.map(({ id }) => id)
}
