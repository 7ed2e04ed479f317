import type { Context } from '../context.ts'
import { decrypt, encrypt } from '../lib/encryption.ts'

/** The stored secrets of an endpoint, encrypted. */
export type SealedSecrets = {
  workspace_id: string
  id: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_expires_at: Date | null
}

/** The signing secret of an endpoint as it is stored. */
export function sealSecret(
  context: Pick<Context, 'config'>,
  endpoint: { workspace_id: string; id: string },
  secret: string,
): Buffer {
  return encrypt(secretKeyOf(context), secret, placeOf(endpoint))
}

/** The secrets of an endpoint that are valid at `now`, newest first: two while one is being rotated. */
export function openSecrets(
  context: Pick<Context, 'config'>,
  endpoint: SealedSecrets,
  now: Date,
): string[] {
  const { secret, previous_secret: previous, previous_secret_expires_at: until } = endpoint
  const sealed = previous && until && until > now ? [secret, previous] : [secret]
  return sealed.map((each) => decrypt(secretKeyOf(context), each, placeOf(endpoint)))
}

function placeOf(endpoint: { workspace_id: string; id: string }): string {
  return `webhook_secret:${endpoint.workspace_id}:${endpoint.id}`
}

function secretKeyOf({ config }: Pick<Context, 'config'>): Buffer {
  if (!config.secretKey) throw new Error('SECRET_KEY is not set: secrets cannot be read.')
  return config.secretKey
}
