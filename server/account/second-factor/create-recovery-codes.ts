import { randomBytes } from 'node:crypto'
import type { WithClock, WithDirectory } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { toBase32 } from './totp.ts'

const COUNT = 10
/** 80 bits, so that a fast hash without salt suffices: nobody can try them all. */
const CODE_BYTES = 10
const GROUP = /.{4}(?=.)/g

/** Replaces a user's recovery codes and returns the new ones, which are stored only as hashes. */
export async function createRecoveryCodes(
  tx: WithDirectory & WithClock,
  userId: string,
): Promise<string[]> {
  await tx.directory.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: COUNT }, createCode)
  const now = tx.clock.now()
  await insertInto(
    tx.directory,
    'recovery_codes',
    codes.map((code) => ({ user_id: userId, hash: hashCode(code), created_at: now })),
  )
  return codes
}

/** Uses up a recovery code of a user. Returns false if they have no such code, or it was used. */
export async function useRecoveryCode(
  tx: WithDirectory,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx.directory
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hashCode(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Creates a code such as `K7QX-3MZA-P2LD-VN4T`. Base32 has no 0 and 1, which look like O and I. */
function createCode(): string {
  return toBase32(randomBytes(CODE_BYTES)).replaceAll(GROUP, '$&-')
}

/** Hashes a code as typed: without spaces and hyphens, in any case. */
function hashCode(code: string): Buffer {
  return hashSecret(code.replaceAll(/[\s-]/g, '').toUpperCase())
}
