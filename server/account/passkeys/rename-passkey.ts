import type { WithDirectory } from '#db/context.ts'
import { isUuid } from '#lib/ids.ts'
import { checkPasskeyName } from './add-passkey.ts'
import { passkeyNotFound } from './remove-passkey.ts'
import { toPasskey } from './schema.ts'
import type { Passkey } from './schema.ts'

/** Renames one of a user's passkeys. @throws {AppError} passkey_not_found, validation_failed (name) */
export async function renamePasskey(
  context: WithDirectory,
  input: { userId: string; id: string; name: string },
): Promise<Passkey> {
  const name = checkPasskeyName(input.name)
  const row = isUuid(input.id)
    ? await context.directory
        .updateTable('passkeys')
        .set({ name })
        .where('user_id', '=', input.userId)
        .where('id', '=', input.id)
        .returningAll()
        .executeTakeFirst()
    : undefined
  if (!row) throw passkeyNotFound()
  return toPasskey(row)
}
