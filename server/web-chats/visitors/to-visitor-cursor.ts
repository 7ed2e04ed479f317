import { readEventCursor } from '#events/to-event-cursor.ts'
import { decrypt, encrypt, keyRingOf, UnreadableSecretError } from '#lib/encrypt.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'

const PURPOSE = 'encrypt cursors of visitors'
/** All positions have this many digits, so that the length of a cursor says nothing either. */
const DIGITS = 16
/** A sealed position in base64url: 6 bytes name the key, then IV, tag and the digits. */
const SEALED = /^[\w-]{67}$/

/**
 * Returns the cursor of a position in the workspace's events, as a visitor gets it. It is encrypted, and another one each time: a
 * visitor who compared positions would count the events of the workspace.
 */
export function toVisitorCursor(chat: VisitedChat, position: number): string {
  const digits = String(position).padStart(DIGITS, '0')
  return encrypt(ringOf(chat), digits, placeOf(chat)).toString('base64url')
}

/**
 * Returns the position of a visitor's cursor; undefined for one of an earlier release, which was not encrypted, and for one whose key is
 * gone. The client starts over then. If an unencrypted position was compared with the newest one, trying some would find it.
 *
 * @throws {AppError} invalid_cursor
 */
export function readVisitorCursor(chat: VisitedChat, cursor: string): number | undefined {
  if (!SEALED.test(cursor)) {
    readEventCursor(cursor)
    return undefined
  }
  try {
    return Number(decrypt(ringOf(chat), Buffer.from(cursor, 'base64url'), placeOf(chat)))
  } catch (err) {
    if (err instanceof UnreadableSecretError) return undefined
    throw err
  }
}

function ringOf({ scope }: VisitedChat) {
  return keyRingOf(scope.config, PURPOSE)
}

function placeOf({ scope, channelId }: VisitedChat): string {
  return `visitor_cursor:${scope.workspaceId}:${channelId}`
}
