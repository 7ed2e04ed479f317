import type { Context } from '#context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encryption.ts'
import type { Bodies } from './logged-request.ts'

const PURPOSE = 'api_request'

/** Encrypts the bodies of a request for storage and binds them to its row; null without bodies. */
export function sealBodies(
  context: Pick<Context, 'config'>,
  { workspaceId, id, bodies }: { workspaceId: string; id: string; bodies: Bodies | null },
): Buffer | null {
  if (!bodies) return null
  const ring = keyRingOf(context.config, 'encrypt bodies of requests')
  return encrypt(ring, JSON.stringify(bodies), `${PURPOSE}:${workspaceId}:${id}`)
}

/** Decrypts the bodies of a request. @throws {UnreadableSecretError} */
export function openBodies(
  context: Pick<Context, 'config'>,
  { workspace_id: workspaceId, id, bodies }: { workspace_id: string; id: string; bodies: Buffer },
): Bodies {
  const ring = keyRingOf(context.config, 'decrypt bodies of requests')
  return JSON.parse(decrypt(ring, bodies, `${PURPOSE}:${workspaceId}:${id}`)) as Bodies
}
