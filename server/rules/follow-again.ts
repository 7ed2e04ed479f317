import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { switchFollower } from '#followers/switch-follower.ts'

/** Follows the events of the workspace while any of its rules is on. Call it in the transaction that changes them. */
export async function followAgain(tx: Scope): Promise<void> {
  const live = await selectFrom(tx, 'rules')
    .select('id')
    .where('is_on', '=', true)
    .limit(1)
    .executeTakeFirst()
  await switchFollower(tx, 'rules', live !== undefined)
}
