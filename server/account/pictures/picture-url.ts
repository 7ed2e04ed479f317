import type { WithConfig } from '#db/context.ts'
import { keyRingOf } from '#lib/encrypt.ts'
import { readToken, signToken, uuidAt } from '#lib/sign-token.ts'

const PURPOSE = 'pictures'
const ID_BYTES = 16

/**
 * Returns the URL of a picture, for everybody who has it: visitors and readers of mails have no session. It stays the same as long
 * as the picture, so that browsers keep it. Null without a picture.
 */
export function pictureUrl({ config }: WithConfig, id: string | null): string | null {
  if (id === null) return null
  const plain = Buffer.from(id.replaceAll('-', ''), 'hex')
  return `${config.publicUrl}/pictures/${signToken(keyRingOf(config, 'sign links of pictures'), PURPOSE, plain)}`
}

/** Returns the id of the picture that a URL with this token names; undefined when it is forged. */
export function readPictureToken({ config }: WithConfig, token: string): string | undefined {
  const keys = keyRingOf(config, 'sign links of pictures')
  const plain = readToken(keys, PURPOSE, { token, length: ID_BYTES })
  return plain && uuidAt(plain, 0)
}
