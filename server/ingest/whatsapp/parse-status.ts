import { cloudErrorReason } from '../../channels/cloud-api-errors.ts'
import { isUuid } from '../../lib/ids.ts'
import { toList, toRecord, toText } from '../storable.ts'
import { PLATFORM_ID_CHARACTERS_MAX } from './parse-message.ts'
import { toTime } from './parse-time.ts'

/** A status of an outbound message. `ownId` is our message's id, where the send carried it. */
export type ParsedStatus = {
  platformMessageId: string
  status: string
  participant: string
  at: Date
  error: { code: string; message: string } | null
  ownId: string | undefined
}

/**
 * The status that `node` is, or why it is none: `no_id`, `no_status`. In a group each participant has statuses
 * of its own. Source: Cloud API, "Webhooks: status".
 */
export function parseStatus(
  node: unknown,
  receivedAt: Date,
): ParsedStatus | { problem: 'no_id' | 'no_status'; platformMessageId?: string } {
  const item = toRecord(node)
  const platformMessageId = toText(item['id'], PLATFORM_ID_CHARACTERS_MAX)
  if (platformMessageId === undefined) return { problem: 'no_id' }
  const status = item['status']
  if (typeof status !== 'string' || !/^[a-z_]{1,40}$/.test(status))
    return { problem: 'no_status', platformMessageId }
  const ownId = item['biz_opaque_callback_data']
  return {
    platformMessageId,
    status,
    participant:
      toText(item['recipient_participant_id'], 256) ??
      toText(item['recipient_participant_user_id'], 256) ??
      '',
    at: toTime(item['timestamp'], receivedAt),
    error: status === 'failed' ? readError(item['errors']) : null,
    ownId: typeof ownId === 'string' && isUuid(ownId) ? ownId.toLowerCase() : undefined,
  }
}

function readError(errors: unknown): { code: string; message: string } {
  const error = toRecord(toList(errors)[0])
  const code = typeof error['code'] === 'number' ? error['code'] : undefined
  const details = toText(toRecord(error['error_data'])['details'], 10_000)
  return {
    code: code === undefined ? 'failed' : String(code),
    message: cloudErrorReason(
      code,
      details,
      toText(error['message'], 10_000),
      toText(error['title'], 10_000),
    ),
  }
}
