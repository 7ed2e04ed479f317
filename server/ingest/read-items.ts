import { cloudErrorReason } from '../channels/cloud-api-errors.ts'
import { toList, toRecord } from './storable.ts'
import { parseMessage } from './whatsapp/parse-message.ts'
import type { ParsedMessage } from './whatsapp/parse-message.ts'
import { parseStatus } from './whatsapp/parse-status.ts'
import type { ParsedStatus } from './whatsapp/parse-status.ts'
import { readChanges } from './whatsapp/read-changes.ts'

/**
 * One thing that a payload reports. `problem`: it cannot be understood. `kept`: understood as something that
 * nothing is done with yet; it stays in the payload.
 */
export type Item =
  | { kind: 'message'; account: string; message: ParsedMessage }
  | { kind: 'status'; account: string; status: ParsedStatus }
  | { kind: 'problem'; about: string; reason: string; platformMessageId?: string | undefined }
  | { kind: 'kept'; about: string; reason?: string | undefined }

/**
 * Every item of a payload's bytes: all entries, changes, messages and statuses, in their order. Never throws:
 * an item that cannot be read is a `problem` of its own.
 *
 * Only the field `messages` is live; history and echoes have the same arrays and must not open a window.
 */
export function readItems(body: Buffer, receivedAt: Date): Item[] {
  let payload: unknown
  try {
    payload = JSON.parse(body.toString('utf8'))
  } catch {
    return [{ kind: 'problem', about: 'payload', reason: 'not_json' }]
  }
  const changes = readChanges(payload)
  if (!changes) return [{ kind: 'kept', about: 'payload', reason: 'unknown_shape' }]
  return changes.flatMap(({ field, account, value }): Item[] => {
    if (field !== 'messages' || account === undefined)
      return [{ kind: 'kept', about: field || 'change' }]
    const messages = toList(value['messages']).map((node) =>
      attempt('message', () => {
        const message = parseMessage(node, value['contacts'], receivedAt)
        return 'problem' in message
          ? toProblem('message', message)
          : { kind: 'message', account, message }
      }),
    )
    const statuses = toList(value['statuses']).map((node) =>
      attempt('status', () => {
        const status = parseStatus(node, receivedAt)
        return 'problem' in status
          ? toProblem('status', status)
          : { kind: 'status', account, status }
      }),
    )
    const errors = toList(value['errors']).map((node): Item => {
      const error = toRecord(node)
      const code = typeof error['code'] === 'number' ? error['code'] : undefined
      const reason = cloudErrorReason(code, error['message'], error['title'])
      return { kind: 'kept', about: 'error', reason: `${code ?? 'unknown'}: ${reason}` }
    })
    const items = [...messages, ...statuses, ...errors]
    return items.length > 0 ? items : [{ kind: 'kept', about: field }]
  })
}

function toProblem(about: string, found: { problem: string; platformMessageId?: string }): Item {
  return {
    kind: 'problem',
    about,
    reason: found.problem,
    platformMessageId: found.platformMessageId,
  }
}

function attempt(about: string, read: () => Item): Item {
  try {
    return read()
  } catch (err) {
    // A node of thousands of nested levels exhausts the stack.
    return { kind: 'problem', about, reason: err instanceof RangeError ? 'too_deep' : 'unreadable' }
  }
}
