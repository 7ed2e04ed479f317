import { listPasskeysOf } from '#account/passkeys/remove-passkeys.ts'
import type { Passkey } from '#account/passkeys/schema.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `users passkeys`: lists the passkeys of a user. */
export async function runListPasskeys(options: { email: string }): Promise<Result> {
  const { user, passkeys } = await withContext((context) => listPasskeysOf(context, options.email))
  return {
    json: { user, passkeys },
    lines: passkeys.length === 0 ? ['The user has no passkeys.'] : passkeys.map(toLine),
  }
}

/** Returns a line about a passkey: its id, name, kind and last use. */
export function toLine(passkey: Passkey): string {
  const kind = passkey.is_device_bound ? 'device-bound' : 'synced'
  const use = passkey.last_used_at?.toISOString() ?? 'never'
  return `${passkey.id}  ${passkey.name} (${kind}, last used: ${use})`
}
