import type { Customer, Reading } from '../item.ts'
import { toText } from '../to-storable.ts'

/** JSON object of a payload. */
export type Node = Record<string, unknown>

/** Page-like platform: its type, and the kind of identity of its customers. */
export type PagePlatform = { type: 'messenger' | 'instagram'; identityKind: 'psid' | 'igsid' }

/** One event of a page: its two sides, and when it happened. */
export type Frame = {
  platform: PagePlatform
  node: Node
  customer: Customer
  isOurs: boolean
  /** Whether another app held the conversation. */
  isStandby: boolean
  at: Date
}

/** Longest platform id that an index can hold. */
export const ID_CHARACTERS_MAX = 512

/** Returns the update of the message `mid`, or a problem without that id. */
export function toUpdate(
  { customer, isOurs, at }: Frame,
  kind: 'edit' | 'revoke' | 'reaction',
  mid: unknown,
  platformUpdateId: string,
  text: string | null,
): Reading {
  const platformMessageId = toText(mid, ID_CHARACTERS_MAX)
  if (platformMessageId === undefined) return problem('no_id')
  return {
    kind: 'update',
    update: {
      kind,
      platformUpdateId,
      platformMessageId,
      direction: isOurs ? 'outbound' : 'inbound',
      actors: isOurs ? ['business'] : customer.identities.map((identity) => identity.value),
      text,
      at,
    },
  }
}

/** Returns a problem with a message. */
export function problem(reason: string, mid?: unknown): Reading {
  return {
    kind: 'problem',
    about: 'message',
    reason,
    platformMessageId: toText(mid, ID_CHARACTERS_MAX),
  }
}
