import type { Scope } from '#db/context.ts'
import { decrypt, encrypt, keyRingOf } from '#lib/encrypt.ts'
import { invalidField } from '#lib/errors.ts'

/** Encrypts a channel's access token for storage, bound to this channel. */
export function encryptAccessToken(scope: Scope, channelId: string, token: string): Buffer {
  return encrypt(keyRingOf(scope.config, 'encrypt access tokens'), token, placeOf(scope, channelId))
}

/** Checks that a token can go into a header. @throws {AppError} validation_failed */
export function checkAccessToken(token: string | null | undefined): void {
  if (typeof token === 'string' && !/^[\x21-\x7e]{1,4096}$/.test(token))
    throw invalidField('access_token', 'must not contain spaces')
}

/** Decrypts the access token that `encryptAccessToken` encrypted. @throws {Error} under another SECRET_KEY */
export function decryptAccessToken(scope: Scope, channelId: string, stored: Buffer): string {
  return decrypt(
    keyRingOf(scope.config, 'encrypt access tokens'),
    stored,
    placeOf(scope, channelId),
  )
}

function placeOf(scope: Scope, channelId: string): string {
  return `channel_access_token:${scope.workspaceId}:${channelId}`
}
