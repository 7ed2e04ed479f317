import type { Scope } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'

/** Encrypts the secret of a form's provider for storage, bound to this form. */
export function encryptFormSecret(scope: Scope, formId: string, secret: string): Buffer {
  return encrypt(keyRingOf(scope.config, 'encrypt form secrets'), secret, placeOf(scope, formId))
}

/** Decrypts the secret that `encryptFormSecret` encrypted. @throws {Error} under another SECRET_KEY */
export function decryptFormSecret(scope: Scope, formId: string, stored: Buffer): string {
  return decrypt(keyRingOf(scope.config, 'encrypt form secrets'), stored, placeOf(scope, formId))
}

function placeOf(scope: Scope, formId: string): string {
  return `form_secret:${scope.workspaceId}:${formId}`
}
