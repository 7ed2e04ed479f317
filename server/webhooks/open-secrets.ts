import type { Context } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'

/** An endpoint's stored secrets, encrypted. `previous_secret_expires_at` is when the last of the old ones ends. */
export type SealedSecrets = {
  workspace_id: string
  id: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_expires_at: Date | null
}

/** A rotated secret, and until when it still signs. */
export type PreviousSecret = { secret: string; expiresAt: Date }

/** Every secret of an endpoint, newest first. */
type OpenSecrets = { current: string; previous: PreviousSecret[] }

/** Encrypts the signing secret of an endpoint for storage. */
export function sealSecret(
  context: Pick<Context, 'config'>,
  endpoint: { workspace_id: string; id: string },
  secret: string,
): Buffer {
  return encrypt(keyRingOf(context.config, 'decrypt signing secrets'), secret, placeOf(endpoint))
}

/** Encrypts the old secrets of an endpoint, newest first, for storage. */
export function sealPreviousSecrets(
  context: Pick<Context, 'config'>,
  endpoint: { workspace_id: string; id: string },
  previous: PreviousSecret[],
): Pick<SealedSecrets, 'previous_secret' | 'previous_secret_expires_at'> {
  if (previous.length === 0) return { previous_secret: null, previous_secret_expires_at: null }
  const last = Math.max(...previous.map(({ expiresAt }) => expiresAt.getTime()))
  return {
    previous_secret: sealSecret(context, endpoint, JSON.stringify(previous)),
    previous_secret_expires_at: new Date(last),
  }
}

/** Decrypts the secrets of an endpoint that are valid at `now`, newest first: several while they are being rotated. */
export function openSecrets(
  context: Pick<Context, 'config'>,
  endpoint: SealedSecrets,
  now: Date,
): string[] {
  return validSecrets(openAllSecrets(context, endpoint), now)
}

/** Selects the secrets that are valid at `now`, newest first. */
export function validSecrets({ current, previous }: OpenSecrets, now: Date): string[] {
  const valid = previous.filter(({ expiresAt }) => expiresAt > now)
  return [current, ...valid.map(({ secret }) => secret)]
}

/** Decrypts every stored secret of an endpoint, valid or not. They must never be shown. */
export function openAllSecrets(
  context: Pick<Context, 'config'>,
  endpoint: SealedSecrets,
): OpenSecrets {
  const open = (sealed: Buffer) =>
    decrypt(keyRingOf(context.config, 'decrypt signing secrets'), sealed, placeOf(endpoint))
  const { secret, previous_secret: sealed, previous_secret_expires_at: until } = endpoint
  const previous = sealed && until ? readPrevious(open(sealed), until) : []
  return { current: open(secret), previous }
}

/** Before there could be several, the single old secret was stored in this form. */
function readPrevious(text: string, until: Date): PreviousSecret[] {
  if (text.startsWith('whsec_')) return [{ secret: text, expiresAt: until }]
  const previous: { secret: string; expiresAt: string }[] = JSON.parse(text)
  return previous.map((each) => ({ secret: each.secret, expiresAt: new Date(each.expiresAt) }))
}

function placeOf(endpoint: { workspace_id: string; id: string }): string {
  return `webhook_secret:${endpoint.workspace_id}:${endpoint.id}`
}
