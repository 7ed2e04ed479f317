import type { Context } from '#db/context.ts'
import { findPasskey } from '../passkeys/verify-passkey.ts'
import type { UsedCredential } from '../passkeys/schema.ts'
import type { Caller } from './caller.ts'
import type { SignInTools } from './sign-in-tools.ts'

/** Finds the passkey of an answer, and counts the attempt for its account. @throws {AppError} rate_limited */
export async function findCountedPasskey(
  context: Context,
  { devices, limitPasskey }: Pick<SignInTools, 'devices' | 'limitPasskey'>,
  { ip: address, headers }: Caller,
  { id }: UsedCredential,
  sessionId?: string,
): ReturnType<typeof findPasskey> {
  const found = await findPasskey(context, id)
  // Unknown passkeys have no account, so they share one count.
  const email = found?.email ?? ''
  // A session is a device of the user; browsers send the cookie of known devices only to the routes of sign-in.
  const device = sessionId ?? (found && devices.find(headers, email))
  await limitPasskey({ email, address, device })
  return found
}
