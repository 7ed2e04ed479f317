import { errors } from './errors.ts'
import { isUuid } from '#lib/ids.ts'
import type { Reading, ReadStatus } from '../item.ts'
import { problemOf } from '../problem-of.ts'
import { toTime } from '../to-time.ts'
import { toList, toRecord, toStorable, toText } from '../to-storable.ts'
import { toUserId, toWaId } from './to-customer.ts'
import { PLATFORM_ID_CHARACTERS_MAX } from './parse-message.ts'

/** Keys of a status that are stored as its details. */
const detailKeys = [
  'pricing',
  'conversation',
  'errors',
  'recipient_id',
  'recipient_user_id',
  'recipient_type',
  'recipient_participant_id',
  'recipient_participant_user_id',
]

/**
 * Parses the status of an outbound message, or returns a problem: `no_id`, `no_status`. In a group each participant
 * has statuses of its own. `deleted` is a deletion, of a message of either side. Source: Cloud API, "Webhooks: status".
 */
export function parseStatus(node: unknown, receivedAt: Date): Reading {
  const item = toRecord(node)
  const platformMessageId = toText(item['id'], PLATFORM_ID_CHARACTERS_MAX)
  const problem = problemOf('status', platformMessageId)
  if (platformMessageId === undefined) return problem('no_id')
  const status = item['status']
  if (typeof status !== 'string' || !/^[a-z_]{1,40}$/.test(status)) return problem('no_status')
  if (status === 'deleted')
    return toRevocation(platformMessageId, toTime(item['timestamp'], receivedAt))
  const ownId = item['biz_opaque_callback_data']
  const details = Object.fromEntries(
    detailKeys.flatMap((key) => (item[key] === undefined ? [] : [[key, item[key]]])),
  )
  return {
    kind: 'status',
    status: {
      platformMessageId,
      status,
      participant:
        toText(item['recipient_participant_id'], 256) ??
        toText(item['recipient_participant_user_id'], 256) ??
        '',
      at: toTime(item['timestamp'], receivedAt),
      error: status === 'failed' ? readError(item['errors']) : null,
      ownId: typeof ownId === 'string' && isUuid(ownId) ? ownId.toLowerCase() : undefined,
      details:
        Object.keys(details).length > 0 ? (toStorable(details) as Record<string, unknown>) : null,
      ...readUserId(item),
    },
  }
}

function toRevocation(platformMessageId: string, at: Date): Reading {
  return {
    kind: 'update',
    update: {
      kind: 'revoke',
      platformUpdateId: platformMessageId,
      platformMessageId,
      direction: undefined,
      actors: [],
      text: null,
      at,
    },
  }
}

/** Returns the user id that the status names beside the recipient's number. */
function readUserId(item: Record<string, unknown>): Pick<ReadStatus, 'userId'> | undefined {
  const waId = toWaId(item['recipient_id'])
  const userId = toUserId(item['recipient_user_id'])
  if (!waId || !userId || item['recipient_type'] === 'group') return undefined
  return { userId: { phone: waId, identity: { kind: 'bsuid', value: userId } } }
}

function readError(list: unknown): { code: string; message: string } {
  const error = toRecord(toList(list)[0])
  const text = String(error['code'])
  const code = /^\d{1,9}$/.test(text) ? Number(text) : undefined
  const details = toText(toRecord(error['error_data'])['details'], 10_000)
  return {
    code: code === undefined ? 'failed' : String(code),
    message: errors.explain(
      code,
      details,
      toText(error['message'], 10_000),
      toText(error['title'], 10_000),
    ),
  }
}
