import { createECDH } from 'node:crypto'
import { fieldError } from '#lib/errors.ts'

/**
 * Checks that a key is a point on the curve P-256, to which a push can be encrypted. Source: RFC 8291 §2.1.
 *
 * @throws {AppError} validation_failed (keys.p256dh)
 */
export function checkPublicKey(p256dh: string): void {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw fieldError('validation_failed', 'keys.p256dh', 'must be a public key of the curve P-256')
  }
}
