import type { WithClock, WithDirectory } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { setPasswordHash } from './check-password.ts'

/**
 * A user to insert. `hash` is the password's hash, null for a user without a password; `isVerified` means that the address is known to be theirs.
 */
type NewUser = { email: string; name: string; hash: string | null; isVerified?: boolean }

const shown = ['id', 'name', 'email', 'created_at'] as const

/**
 * Returns the user with this email address and creates it if there is none. An existing user is not changed.
 * If two callers insert the same address, the second waits for the first and gets the same user.
 */
export async function insertUser(
  tx: WithDirectory & WithClock,
  { email, name, hash, isVerified = false }: NewUser,
): Promise<{
  user: { id: string; name: string; email: string; created_at: Date }
  isNew: boolean
}> {
  const now = tx.clock.now()
  const created = await tx.directory
    .insertInto('users')
    .values({
      id: newId(),
      name,
      email,
      email_verified: isVerified,
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) => oc.column('email').doNothing())
    .returning(shown)
    .executeTakeFirst()
  if (created) {
    if (hash !== null) await setPasswordHash(tx, created.id, hash)
    return { user: created, isNew: true }
  }
  const user = await tx.directory
    .selectFrom('users')
    .select(shown)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { user, isNew: false }
}
