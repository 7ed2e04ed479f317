import type { Scope } from '#context.ts'
import { decrypt, encrypt } from '#lib/encryption.ts'

/** Encrypts the secret of a form's provider for storage, bound to this form. */
export function encryptFormSecret(scope: Scope, formId: string, secret: string): Buffer {
  return encrypt(secretKeyOf(scope), secret, placeOf(scope, formId))
}

/** Decrypts the secret that `encryptFormSecret` encrypted. @throws {Error} under another SECRET_KEY */
export function decryptFormSecret(scope: Scope, formId: string, stored: Buffer): string {
  return decrypt(secretKeyOf(scope), stored, placeOf(scope, formId))
}

function placeOf(scope: Scope, formId: string): string {
  return `form_secret:${scope.workspaceId}:${formId}`
}

function secretKeyOf(scope: Scope): Buffer {
  const { secretKey } = scope.config
  if (!secretKey) throw new Error('SECRET_KEY is required to encrypt form secrets.')
  return secretKey
}
